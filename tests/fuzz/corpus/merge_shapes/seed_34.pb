
.pred[]pred[]
,[]x