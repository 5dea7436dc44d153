


mmmmmmmmmm:N <= 8y