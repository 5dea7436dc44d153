
,





NcDHw**batch
R




)
'[batch, channels, depth, height, width]*"	

ncdhw