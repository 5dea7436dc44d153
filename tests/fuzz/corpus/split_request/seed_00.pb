


mmmmmmmmmm:N <= 8