import type pg from 'pg'
import type { SentStatement } from './hear-statements.ts'

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  Plans?: PlanNode[]
}
const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/**
 * Returns which large tables a statement would look through from end to end, as the planner sees it. Large are those that
 * have grown by now: on a small one there is nothing to gain from an index.
 */
export async function planReader(pool: pg.Pool): Promise<(statement: SentStatement) => Promise<string[]>> {
  const { rows: tables } = await pool.query<{ relname: string }>(
    `select relname from pg_class where relkind = 'r' and reltuples > 1000`,
  )
  const large = new Set(tables.map(({ relname }) => relname))
  return async ({ text, values }) => {
    if (!/^(select|with|insert|update|delete)/i.test(text)) return []
    const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>({
      text: `explain (format json) ${text}`,
      values,
    })
    const plan = rows[0]?.['QUERY PLAN'][0].Plan
    return (plan ? nodesOf(plan) : []).flatMap((node) => {
      const table = node['Relation Name'] ?? ''
      return node['Node Type'] === 'Seq Scan' && large.has(table) ? [`${table}: ${text.slice(0, 300)}`] : []
    })
  }
}
