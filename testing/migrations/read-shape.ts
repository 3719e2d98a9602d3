import type pg from "pg";

/** A thing of a database, by kind and name, with what programs may rely on. */
export type Thing = { readonly kind: string; readonly name: string; readonly facts: Readonly<Record<string, unknown>> };
export type Shape = ReadonlyMap<string, Thing>;

const OURS = "n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'";
const NO_EXTENSION = (oid: string, catalog: string) =>
  `NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = ${oid} AND d.classid = '${catalog}'::regclass AND d.deptype = 'e')`;
/** What who may do, without who granted it. */
const rights = (acl: string, kind: string, owner: string) =>
  `(SELECT coalesce(json_agg(g.grantee::regrole::text || ' ' || g.privilege_type ORDER BY 1), '[]') FROM aclexplode(coalesce(${acl}, acldefault('${kind}', ${owner}))) g)`;

const QUERIES: readonly string[] = [
  `SELECT 'schema' AS kind, n.nspname::text AS name, json_build_object('owner', n.nspowner::regrole, 'rights', ${rights("n.nspacl", "n", "n.nspowner")}) AS facts
   FROM pg_namespace n WHERE ${OURS}`,
  `SELECT 'extension' AS kind, extname::text AS name, '{}'::json AS facts FROM pg_extension`,
  `SELECT 'table' AS kind, n.nspname || '.' || c.relname AS name, json_build_object('kind', c.relkind, 'owner', c.relowner::regrole,
     'rights', ${rights("c.relacl", "r", "c.relowner")}, 'policies', c.relrowsecurity OR c.relforcerowsecurity, 'persistence', c.relpersistence,
     'partition', c.relispartition, 'view', CASE WHEN c.relkind IN ('v', 'm') THEN pg_get_viewdef(c.oid) END,
     'rules', (SELECT json_agg(pg_get_ruledef(r.oid)) FROM pg_rewrite r WHERE r.ev_class = c.oid AND r.rulename <> '_RETURN')) AS facts
   FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND ${OURS}`,
  `SELECT 'column' AS kind, n.nspname || '.' || c.relname || '.' || a.attname AS name, json_build_object('table', n.nspname || '.' || c.relname,
     'type', format_type(a.atttypid, a.atttypmod), 'collation', a.attcollation::regcollation, 'required', a.attnotnull,
     'default', pg_get_expr(d.adbin, d.adrelid), 'identity', a.attidentity, 'generated', a.attgenerated) AS facts
   FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
   LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
   WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND a.attnum > 0 AND NOT a.attisdropped AND ${OURS}`,
  `SELECT 'constraint' AS kind, n.nspname || '.' || c.relname || '.' || o.conname AS name, json_build_object('table', n.nspname || '.' || c.relname,
     'type', o.contype, 'definition', pg_get_constraintdef(o.oid), 'expression', pg_get_expr(o.conbin, o.conrelid), 'onDelete', o.confdeltype,
     'refers', CASE WHEN o.confrelid <> 0 THEN (SELECT rn.nspname || '.' || r.relname FROM pg_class r JOIN pg_namespace rn ON rn.oid = r.relnamespace WHERE r.oid = o.confrelid) END,
     'columns', (SELECT coalesce(json_agg(a.attname ORDER BY a.attnum), '[]') FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum = ANY (o.conkey))) AS facts
   FROM pg_constraint o JOIN pg_class c ON c.oid = o.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace WHERE o.contype <> 'n' AND ${OURS}`,
  `SELECT 'unique index' AS kind, n.nspname || '.' || i.relname AS name, json_build_object('table', n.nspname || '.' || c.relname,
     'definition', pg_get_indexdef(i.oid), 'plain', 0 <> ALL (x.indkey::int2[]) AND NOT x.indnullsnotdistinct,
     'columns', (SELECT coalesce(json_agg(a.attname ORDER BY a.attnum), '[]') FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum = ANY (x.indkey))) AS facts
   FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class c ON c.oid = x.indrelid JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE (x.indisunique OR x.indisexclusion) AND ${OURS}`,
  `SELECT 'function' AS kind, p.oid::regprocedure::text AS name, json_build_object('owner', p.proowner::regrole, 'rights', ${rights("p.proacl", "f", "p.proowner")},
     'definition', CASE WHEN p.prokind = 'a' THEN '' ELSE pg_get_functiondef(p.oid) END) AS facts
   FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE ${NO_EXTENSION("p.oid", "pg_proc")} AND ${OURS}`,
  `SELECT 'trigger' AS kind, n.nspname || '.' || c.relname || '.' || t.tgname AS name, json_build_object('table', n.nspname || '.' || c.relname,
     'definition', pg_get_triggerdef(t.oid), 'enabled', t.tgenabled) AS facts
   FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace WHERE NOT t.tgisinternal AND ${OURS}`,
  `SELECT 'policy' AS kind, n.nspname || '.' || c.relname || '.' || o.polname AS name, json_build_object('table', n.nspname || '.' || c.relname) AS facts
   FROM pg_policy o JOIN pg_class c ON c.oid = o.polrelid JOIN pg_namespace n ON n.oid = c.relnamespace WHERE ${OURS}`,
  `SELECT 'sequence' AS kind, n.nspname || '.' || c.relname AS name, json_build_object('owner', c.relowner::regrole, 'rights', ${rights("c.relacl", "s", "c.relowner")},
     'counts', json_build_array(s.seqtypid::regtype, s.seqincrement, s.seqmin, s.seqmax, s.seqcycle)) AS facts
   FROM pg_sequence s JOIN pg_class c ON c.oid = s.seqrelid JOIN pg_namespace n ON n.oid = c.relnamespace WHERE ${OURS}`,
  `SELECT 'type' AS kind, n.nspname || '.' || t.typname AS name, json_build_object('base', CASE WHEN t.typtype = 'd' THEN format_type(t.typbasetype, t.typtypmod) END,
     'required', t.typnotnull, 'checks', (SELECT json_agg(pg_get_constraintdef(o.oid) ORDER BY o.conname) FROM pg_constraint o WHERE o.contypid = t.oid AND o.contype = 'c')) AS facts
   FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace
   WHERE t.typtype IN ('e', 'd', 'r') AND ${NO_EXTENSION("t.oid", "pg_type")} AND ${OURS}`,
  `SELECT 'value' AS kind, n.nspname || '.' || t.typname || '.' || e.enumlabel AS name, '{}'::json AS facts
   FROM pg_enum e JOIN pg_type t ON t.oid = e.enumtypid JOIN pg_namespace n ON n.oid = t.typnamespace WHERE ${OURS}`,
];

/** Everything that programs find in a database, as the catalogs of Postgres say it. */
export async function readShape(client: pg.Pool | pg.ClientBase): Promise<Shape> {
  const shape = new Map<string, Thing>();
  for (const sql of QUERIES) {
    const { rows } = await client.query<Thing>(sql);
    for (const row of rows) shape.set(`${row.kind} ${row.name}`, row);
  }
  return shape;
}
