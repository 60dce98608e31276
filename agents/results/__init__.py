"""The results page: one command plays everything it shows, and sums it up in small tables that the page is built from.

`plan` says what is played, `runs` plays it by the machinery of ratings and tournaments, `summaries` sums it up,
`tables` keeps the sums as CSV files, `pictures` draws them.
"""
