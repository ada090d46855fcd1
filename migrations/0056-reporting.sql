-- Views for reports: what a tool for BI may read, and stays the same while the tables behind it change. docs/reporting.md lists their
-- columns. A view reads its tables with the rights of its owner, so a role that may read the views needs no right to anything else
-- (`reporting grant`). No view has people, addresses, credentials or texts of pages.
--
-- A user who may not create a schema, or a database that has a schema of this name, gets none: `reporting grant` says so, and runs
-- this file again. A later change of a view is another file with "reporting" in its name, which can be run again, too.

-- allow block: it creates a schema and views, and locks no table against reading or writing
do $do$
begin
  if to_regnamespace('reporting') is null then
    if not has_database_privilege(current_database(), 'create') then return; end if;
    create schema reporting;
  elsif exists (select from pg_class where relnamespace = to_regnamespace('reporting'))
     or not (select pg_has_role(nspowner, 'usage') from pg_namespace where nspname = 'reporting') then
    return;
  end if;
  comment on schema reporting is 'Views of Pro Signal for reports: docs/reporting.md';

  create view reporting.companies as
  select c.id as company_id, c.domain, c.name, c.hq_country as country, c.employee_count as employees, c.industry, c.funding_stage,
         c.employer_kind, (r.score_tenths / 10.0)::numeric(4, 1) as ai_adoption_score, r.as_of as score_as_of,
         r.last_at::timestamptz as last_signal_at, exists (select from watched_companies w where w.domain = c.domain) as is_watched,
         c.created_at::timestamptz as created_at
    from companies c left join company_ranks r on r.company_ordinal = c.ordinal
   where c.merged_into is null;

  create view reporting.facts as
  select s.id as fact_id, c.id as company_id, s.type, s.label, s.status, (s.confidence / 100.0)::numeric(3, 2) as confidence,
         s.occurred_at::timestamptz as occurred_at, s.closed_at::timestamptz as closed_at,
         s.first_seen_at::timestamptz as first_seen_at, s.last_seen_at::timestamptz as last_seen_at, s.source, s.url, s.fields
    from signals s join companies c on c.ordinal = s.company_ordinal
   where s.status <> 'retracted';

  create view reporting.windows as
  select t.id as team_id, t.name as team, s.id as search_id, s.name as search, s.query, c.id as company_id, w.opened_at, w.ended_at
    from (select m.search, m.company, m.entered_at as opened_at, null::timestamptz as ended_at
            from search_members m where m.left_at is null
          union all
          select l.search, l.company,
                 (select max(e.at) from search_changes e
                   where e.search = l.search and e.company = l.company and e.action = 'entered' and e.n < l.n), l.at
            from search_changes l where l.action = 'left') w
    join saved_searches s on s.n = w.search join teams t on t.id = s.team_id join companies c on c.ordinal = w.company;

  create view reporting.deliveries as
  select d.day, t.id as team_id, t.name as team, d.channel, d.destination_id, d.destination, d.delivered, d.failed
    from (select (h.hour at time zone 'utc')::date as day, w.team_id, 'firehose' as channel, w.id as destination_id,
                 coalesce(w.name, 'Webhook ' || w.place) as destination, sum(h.succeeded)::bigint as delivered,
                 sum(h.failed)::bigint as failed
            from webhook_hours h join webhooks w on w.id = h.webhook_id group by 1, w.id
          union all
          select (m.ended_at at time zone 'utc')::date, s.team_id, s.destination, s.id, s.name,
                 count(*) filter (where m.state = 'sent'), count(*) filter (where m.state = 'failed')
            from search_messages m join saved_searches s on s.n = m.search where m.state <> 'waiting' group by 1, s.n
          union all
          select (o.written_at at time zone 'utc')::date, x.team_id, x.kind, x.id, x.account,
                 count(*) filter (where o.state = 'written'), count(*) filter (where o.state = 'refused')
            from crm_companies o join crm_connections x on x.id = o.connection where o.state in ('written', 'refused') group by 1, x.id
         ) d join teams t on t.id = d.team_id;

  create view reporting.usage as
  select u.day, t.id as team_id, t.name as team, u.endpoint, sum(u.requests)::bigint as requests, sum(u.records)::bigint as records,
         sum(u.failed)::bigint as failed, sum(u.companies)::bigint as companies_shown
    from (select day, team_id, endpoint, requests, records, 0 as failed, 0 as companies from usage_daily
          union all
          select day, team_id, endpoint, 0, 0, failed, 0 from usage_by_key
          union all
          select day, team_id, 'screen', 0, 0, 0, companies from people_usage) u
    join teams t on t.id = u.team_id group by u.day, t.id, u.endpoint;
end
$do$;
