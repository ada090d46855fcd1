-- Heat and score are computed by new rules. The daily refresh, which finds ranks of an earlier day, computes all of them
-- again. It notifies the readers of the log, and nobody else.
update company_ranks set as_of = as_of - 1;
