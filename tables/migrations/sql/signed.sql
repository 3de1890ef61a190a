create function tables_keep_signed() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
declare
  was jsonb := to_jsonb(old);
  becomes jsonb;
  name text;
begin
  if tg_op = 'DELETE' then
    raise exception '% keeps every row', tg_table_name
      using errcode = '23514', constraint = tg_name;
  end if;
  becomes := to_jsonb(new);
  foreach name in array string_to_array(tg_argv[0], ' ') loop
    if was -> name is distinct from becomes -> name then
      raise exception '% of % never changes', name, tg_table_name
        using errcode = '23514', constraint = tg_name;
    end if;
  end loop;
  foreach name in array string_to_array(tg_argv[1], ' ') loop
    if was -> name <> 'null'::jsonb and was -> name is distinct from becomes -> name then
      raise exception '% of % is given once', name, tg_table_name
        using errcode = '23514', constraint = tg_name;
    end if;
  end loop;
  return new;
end $$;
