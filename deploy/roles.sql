-- Rights in the database by role. Run it as a superuser, connected to Tributary's database, before the first start, after the first
-- start and after every upgrade: it may be run at any time, also while the server runs.
--
--   tributary_running  the server: DATABASE_URL. Owns everything but the log, to which it can only append.
--   tributary_owner    owns the log. For upgrades that change the log's tables; no server runs with it.
--   tributary_reports  for reports: reads the tables of rows and the log, and nothing else: no secrets, accounts or mails.
--
-- They have no password and cannot log in with one before you set it: ALTER ROLE tributary_running PASSWORD '…'.

DO $$
DECLARE
  log_reader text := left(current_database(), 40) || '_log_reader';
  log_writer text := left(current_database(), 40) || '_log_writer';
  login text;
  made text;
BEGIN
  FOREACH login IN ARRAY ARRAY['tributary_running', 'tributary_owner', 'tributary_reports'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = login) THEN
      EXECUTE format('CREATE ROLE %I LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE', login);
    END IF;
  END LOOP;
  FOREACH made IN ARRAY ARRAY[log_reader, log_writer, 'tributary_reader'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = made) THEN
      EXECUTE format('CREATE ROLE %I NOLOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE', made);
    END IF;
  END LOOP;
  EXECUTE format('GRANT %I, %I, tributary_reader TO tributary_running', log_reader, log_writer);
  EXECUTE format('GRANT %I, tributary_reader TO tributary_reports', log_reader);
  -- What the server owns the owner may change too.
  GRANT tributary_running TO tributary_owner;
  EXECUTE format('ALTER DATABASE %I OWNER TO tributary_running', current_database());
  EXECUTE format('REVOKE CONNECT, TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
  EXECUTE format('GRANT CONNECT ON DATABASE %I TO tributary_owner, tributary_reports', current_database());
  GRANT CREATE ON SCHEMA public TO tributary_running;
END $$;

-- Gives the log to its owner, and all else to the server: also what an upgrade by tributary_owner has made.
DO $$
DECLARE
  log_reader text := left(current_database(), 40) || '_log_reader';
  log_writer text := left(current_database(), 40) || '_log_writer';
  thing record;
  beside text;
BEGIN
  FOR thing IN
    SELECT n.nspname AS schema, NULL::text AS name, 'SCHEMA' AS kind, n.nspowner AS owner FROM pg_namespace n
    UNION ALL
    SELECT n.nspname, c.relname::text, CASE c.relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END, c.relowner
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind IN ('r', 'p', 'v', 'm', 'S')
        -- A sequence of a column goes with its table.
        AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.classid = 'pg_class'::regclass AND d.deptype IN ('a', 'i', 'e'))
    UNION ALL
    SELECT n.nspname, p.oid::regprocedure::text, 'ROUTINE', p.proowner
      FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
      WHERE NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.classid = 'pg_proc'::regclass AND d.deptype = 'e')
  LOOP
    CONTINUE WHEN thing.schema LIKE 'pg\_%' OR thing.schema = 'information_schema' OR (thing.schema = 'public' AND thing.kind = 'SCHEMA');
    CONTINUE WHEN thing.owner = (CASE thing.schema WHEN 'log' THEN 'tributary_owner' ELSE 'tributary_running' END)::regrole;
    EXECUTE format('ALTER %s %s OWNER TO %I', thing.kind,
      CASE thing.kind WHEN 'SCHEMA' THEN quote_ident(thing.schema) WHEN 'ROUTINE' THEN thing.name ELSE format('%I.%I', thing.schema, thing.name) END,
      CASE thing.schema WHEN 'log' THEN 'tributary_owner' ELSE 'tributary_running' END);
  END LOOP;

  IF to_regclass('log.events') IS NULL THEN
    RAISE NOTICE 'The tables are not made yet: run this file again after the first start.';
    RETURN;
  END IF;
  EXECUTE format('GRANT USAGE ON SCHEMA log TO %1$I, %2$I; GRANT SELECT ON log.events TO %1$I, %2$I', log_reader, log_writer);
  EXECUTE format('GRANT EXECUTE ON FUNCTION log.append, log.append_one, log.append_group TO %I', log_writer);
  -- Claims of commands whose events are in EventStoreDB, and which log that is, are no part of the log.
  FOREACH beside IN ARRAY ARRAY['log.commands', 'log.claims_completion', 'log.mark'] LOOP
    IF to_regclass(beside) IS NOT NULL THEN
      EXECUTE 'GRANT SELECT, INSERT, UPDATE, DELETE ON ' || beside || ' TO tributary_running';
    END IF;
  END LOOP;
  GRANT USAGE ON SCHEMA data TO tributary_reader;
  EXECUTE (SELECT coalesce(format('GRANT SELECT ON %s TO tributary_reader', string_agg(oid::regclass::text, ', ')), 'SELECT')
    FROM pg_class WHERE relnamespace = 'data'::regnamespace AND relkind = 'r');
  ALTER DEFAULT PRIVILEGES FOR ROLE tributary_running IN SCHEMA data GRANT SELECT ON TABLES TO tributary_reader;
END $$;
