import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import type { OrdersSummary } from '#shared/api/orders.ts'
import {
  minutesSavedPerDomain,
  minutesSavedPerMailbox,
  planIds,
  plans,
  platformContents,
  platforms,
  sendingToolIds,
  sendingToolNames,
} from '#shared/catalog.ts'
import { domainTypeOf } from '#shared/domain-type.ts'
import { hoursSaved } from '#shared/savings.ts'
import { eachRow } from '../../db/each-row.ts'
import type { ScratchText } from '../../http/scratch-text.ts'
import { unpaidByGroup } from '../checkout/unpaid-by-group.ts'

/** A figure or word of the catalogue by what a column holds; only our own constants are written into it. */
const byWord = <Word extends string>(
  column: string,
  words: readonly Word[],
  value: (word: Word) => string | number,
) =>
  `case ${column} ${words
    .map((word) => {
      const written = value(word)
      return `when '${word}' then ${typeof written === 'number' ? written : `'${written}'`}`
    })
    .join(' ')} end`

const toolName = (column: string) => byWord(column, sendingToolIds, (tool) => sendingToolNames[tool])
const minute = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"')`
const json = (column: string) => `to_json(${column}::text)::text`

/** The customer. In a query of its own, since the database otherwise plans anew for each: a fifth of all the time. */
const mine = '(select $1::text)'

/**
 * The whole list, an order a row, written as JSON by the database: parsing ten thousand rows only to write them again
 * would take longer than reading them. What is at its normal value is left out (see `listedDomain`); `concat` leaves
 * out nulls. Names and ids hold no character that JSON escapes. `$1` is the customer, `$2` the tag of the list that the
 * browser has: when it is still right no list is made. `$3` names the form of the answer. One more row has the tag and
 * what the list amounts to.
 */
const statement = `
with version as (
  select concat_ws('.', $1::text, coalesce(sum(rev), 0), count(*), $3::text) as tag from (
    select rev from orders where customer_id = ${mine}
    union all select rev from bundles where customer_id = ${mine}
    union all select rev from domains where customer_id = ${mine}
    union all select rev from tool_connections where customer_id = ${mine}
    union all select rev from checkouts where customer_id = ${mine}
  ) every
),
held as (
  select d.name, d.platform, d.status, d.bundle_id, d.inboxes, d.changed_at, b.order_id, b.order_index, d.slot, d.created_at,
    case when d.status = 'done' and d.changing is not null then concat(',"changing":"', d.changing ->> 'what', '"',
      case when d.changing ->> 'why' = 'failed' then ',"changeFailed":true' end) end as changing,
    case when d.replaced_at is not null then ',"replacementOrdered":true' end as replaced,
    case when d.forwarding_url <> o.forwarding_url then concat(',"currentForwardingDomain":', ${json('d.forwarding_url')}) end as forwarding,
    ${byWord('d.platform', platforms, (platform) => platformContents[platform].soldPerDomain)} as sold
  from domains d join bundles b on b.id = d.bundle_id join orders o on o.id = b.order_id
  where d.customer_id = ${mine} and b.customer_id = ${mine} and o.customer_id = ${mine} and o.status = 'active'
    and d.want <> 'hold'
),
unpaid as (${unpaidByGroup(mine)}),
written as (
  select order_id, changed_at, concat(
    '{"domain":"', name,
    '","domainType":"', ${byWord('platform', platforms, (platform) => domainTypeOf[platform])},
    '","status":"', status, '","groupId":"', bundle_id, '"',
    case when inboxes > 0 and status not in ('done', 'cancelled', 'duplicate') then concat(',"inboxes":', inboxes) end,
    changing, replaced, forwarding, '}') as text
  from held order by order_id, order_index, slot, created_at
),
domains_of as (
  select order_id, max(changed_at) as changed_at, string_agg(text, ',') as list from written group by order_id
),
tools as (
  select b.*, c.kind as tool, (select unpaid from unpaid where bundle_id = b.id) as unpaid,
    first_value(c.kind) over (partition by b.order_id order by b.order_index) as order_tool
  from bundles b join tool_connections c on c.id = b.connection_id
  where b.customer_id = ${mine} and c.customer_id = ${mine}
),
groups_of as (
  select order_id, max(changed_at) as changed_at, min(order_tool) as tool,
    sum(case when status = 'live' and hold is null then ${byWord('plan', planIds, (plan) => plans[plan].monthlyCapacity)} else 0 end) as capacity,
    string_agg(concat(
      '{"groupId":"', id, '","orderIndex":', order_index, ',"plan":"', plan, '","live":', (status = 'live')::text,
      case when unpaid is not null then concat(',"unpaid":', unpaid) end,
      case when hold is not null and status = 'live' then concat(',"hold":"', hold, '"') end,
      case when tool <> order_tool then concat(',"sendingTool":"', ${toolName('tool')}, '"') end,
      '}'), ',' order by order_index) as list
  from tools group by order_id
)
select tag, null as item,
  case when tag is distinct from $2 then (
    select json_build_object(
      'mailboxes', coalesce(sum(case status when 'done' then sold when 'cancelled' then 0 when 'duplicate' then 0 else least(inboxes, sold) end), 0),
      'done', count(*) filter (where status = 'done'),
      'azure', count(*) filter (where platform = 'azure' and status not in ('cancelled', 'duplicate')),
      'google', count(*) filter (where platform = 'google' and status not in ('cancelled', 'duplicate')))
    from held
  ) end as counts
from version
union all
(select null, concat(
    '{"orderId":"', o.id, '","forwardingDomain":', ${json('o.forwarding_url')},
    ',"sendingTool":"', ${toolName('g.tool')}, '","monthlyCapacity":', g.capacity,
    ',"date":"', ${minute('coalesce(o.paid_at, o.created_at)')},
    '","lastUpdated":"', ${minute('greatest(o.changed_at, g.changed_at, d.changed_at)')},
    '","groups":[', g.list, '],"domains":[', d.list, ']}'), null
  from orders o join groups_of g on g.order_id = o.id left join domains_of d on d.order_id = o.id
  where o.customer_id = ${mine} and o.status = 'active' and (select tag from version) is distinct from $2
  order by o.created_at desc, o.id desc)`

interface Counts {
  mailboxes: number
  done: number
  azure: number
  google: number
}

/** Changes with whatever writes the answer, so that a release does not leave an old form in browsers. */
const build = createHash('sha256')
  .update(JSON.stringify([statement, minutesSavedPerMailbox, minutesSavedPerDomain]))
  .digest('base64url')
  .slice(0, 8)

const summaryOf = ({ mailboxes, done, azure, google }: Counts): OrdersSummary => ({
  timeSaved: hoursSaved({ mailboxes, domains: done }),
  inboxCount: mailboxes,
  totalDomains: azure + google,
  azureDomains: azure,
  googleDomains: google,
})

/** The first row says which list it is and what it amounts to; every other is an order. */
type Row = { tag: string; counts: Counts | null; item: null } | { tag: null; counts: null; item: string }

/**
 * Writes all paid orders of a customer, in one statement.
 * @returns the list's name for the `ETag`; `isNew` is false, and nothing written, when the browser's own is still right
 */
export async function listOrders(
  pool: Pool,
  customerId: string,
  knownTag: string | undefined,
  json: ScratchText,
): Promise<{ tag: string; isNew: boolean }> {
  let head: Extract<Row, { item: null }> | undefined
  let separator = '{"orders":['
  const take = (row: Row) => {
    if (row.item === null) {
      head = row
      return
    }
    json.add(separator)
    json.add(row.item)
    separator = ','
  }
  await eachRow(
    pool,
    { name: 'order_list', text: statement, values: [customerId, knownTag ?? null, build] },
    take,
  )
  const { tag, counts } = head as Extract<Row, { item: null }>
  if (counts === null) return { tag, isNew: false }
  if (separator !== ',') json.add(separator)
  json.add(`],"summary":${JSON.stringify(summaryOf(counts))}}`)
  return { tag, isNew: true }
}
