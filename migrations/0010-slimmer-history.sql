-- Room on every page of signals for the new version of a row: a signal that is only seen again changes no indexed
-- column, so its new version can stay on its page and the indexes are not touched. Full pages have no such room.
alter table signals set (fillfactor = 85);
