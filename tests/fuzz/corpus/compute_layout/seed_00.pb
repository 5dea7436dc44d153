
(





NcDHw*rbatch
L





)'[batch, channels, depth, height, width]*	ncdhw