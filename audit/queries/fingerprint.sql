-- Everything that the database itself is, as a name and a definition. The system's own schemas are
-- left out; another schema than ours is named before its tables.
with ours as (
  select oid, nspname, case nspname when 'public' then '' else nspname || '/' end as place
    from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'
), tables as (
  select c.*, n.place || c.relname as name from pg_class c join ours n on n.oid = c.relnamespace
)
select 'table ' || c.name, concat_ws(' ', c.relkind, pg_get_userbyid(c.relowner),
         array(select a::text from unnest(c.relacl) a order by 1)::text,
         c.relrowsecurity, c.relforcerowsecurity, c.relpersistence, c.reloptions::text)
  from tables c where c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
union all
select 'columns ' || c.name, string_agg(concat_ws(' ', a.attname,
         format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attgenerated,
         pg_get_expr(d.adbin, d.adrelid), a.attacl::text), ', ' order by a.attname)
  from tables c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
 where c.relkind in ('r', 'p', 'v', 'm', 'f') group by c.name
union all
select 'constraints ' || c.name, string_agg(concat_ws(' ', k.conname,
         pg_get_constraintdef(k.oid), k.convalidated, k.condeferrable, k.condeferred), ', '
         order by k.conname)
  from tables c join pg_constraint k on k.conrelid = c.oid group by c.name
union all
select 'indexes ' || c.name, string_agg(concat_ws(' ', pg_get_indexdef(i.indexrelid),
         i.indisvalid), ', ' order by pg_get_indexdef(i.indexrelid))
  from tables c join pg_index i on i.indrelid = c.oid group by c.name
union all
select 'trigger ' || c.name || '.' || t.tgname,
       pg_get_triggerdef(t.oid) || ' ' || t.tgenabled::text
  from pg_trigger t join tables c on c.oid = t.tgrelid where not t.tgisinternal
union all
select 'references ' || c.name, string_agg(distinct t.tgenabled::text, '')
  from pg_trigger t join tables c on c.oid = t.tgrelid where t.tgisinternal group by c.name
union all
select 'policy ' || c.name || '.' || p.polname, concat_ws(' ', p.polcmd, p.polpermissive,
         p.polroles::regrole[]::text, pg_get_expr(p.polqual, p.polrelid),
         pg_get_expr(p.polwithcheck, p.polrelid))
  from pg_policy p join tables c on c.oid = p.polrelid
union all
select 'rule ' || c.name || '.' || r.rulename, pg_get_ruledef(r.oid) || r.ev_enabled::text
  from pg_rewrite r join tables c on c.oid = r.ev_class
union all
select 'function ' || p.oid::regprocedure::text, concat_ws(' ', pg_get_userbyid(p.proowner),
         array(select a::text from unnest(p.proacl) a order by 1)::text, pg_get_functiondef(p.oid))
  from pg_proc p join ours n on n.oid = p.pronamespace where p.prokind in ('f', 'p')
union all
select 'schema ' || n.nspname, concat_ws(' ', pg_get_userbyid(n.nspowner),
         array(select a::text from unnest(n.nspacl) a order by 1)::text)
  from pg_namespace n join ours o on o.oid = n.oid
union all
select 'event trigger ' || evtname, concat_ws(' ', evtevent, evtfoid::regproc, evtenabled)
  from pg_event_trigger
union all
select 'extension ' || extname, extversion from pg_extension
union all
select 'default rights ' || d.defaclobjtype::text || ' ' || pg_get_userbyid(d.defaclrole),
       array(select a::text from unnest(d.defaclacl) a order by 1)::text
  from pg_default_acl d
union all
select 'database', concat_ws(' ', pg_get_userbyid(d.datdba),
         array(select a::text from unnest(d.datacl) a order by 1)::text)
  from pg_database d where d.datname = current_database()
union all
-- How patient a role is may differ from machine to machine; everything else of it may not.
select 'role ' || r.rolname, concat_ws(' ', r.rolsuper, r.rolcreaterole, r.rolcreatedb,
         r.rolreplication, r.rolbypassrls, r.rolinherit,
         array(select m.roleid::regrole::text from pg_auth_members m where m.member = r.oid
                order by 1)::text,
         array(select c from unnest(r.rolconfig) c where c !~ '_timeout=' order by 1)::text)
  from pg_roles r
 where r.rolname in ('owner', 'app', 'sequencer', 'signer', 'auditor')
    or (r.rolname !~ '^pg_' and (r.rolsuper or r.rolcreaterole or r.rolbypassrls
                                 or r.rolreplication))
union all
select 'settings of ' || coalesce(nullif(s.setrole, 0)::regrole::text, 'all'),
       array_to_string(s.setconfig, ' ')
  from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
 where d.datname = current_database()
