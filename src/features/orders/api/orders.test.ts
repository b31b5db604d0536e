import { describe, expect, test } from 'vitest'
import { revealBody } from '#features/tools/api/credentials.ts'
import { sendingToolIds } from '#features/tools/rules/sending-tools.ts'
import { toMinute } from '../rules/order-date.ts'
import { groupIdOf } from '../rules/order-groups.ts'
import { indexOrders } from '../rules/order-index.ts'
import { updateGroupBody } from './groups.ts'
import type { OrderListItem } from './orders.ts'
import { listOrders } from './orders.ts'

/** Numbers that look random and are the same every time. */
function randomNumbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const syllables =
  'ac al an ar bel bo ca ce cor da del do el en er fa fin ga gro ha in ka la len li lo lu ma mar me mi mo na ne no or pa pe pi po ra re ri ro sa se si so ta te ti to tra va ve vi vo wa we xi ya ze zo'.split(
    ' ',
  )
const prefixes = ['get', 'try', 'go', 'use', 'hello', 'with', 'meet', 'join', 'team', 'mail']
const suffixes = ['hq', 'app', 'mail', 'team', 'labs', 'group', 'now', 'online', 'reach', 'hub', '']
const tlds = ['com', 'com', 'com', 'net', 'org', 'co', 'info', 'biz']

const idAlphabet = [...'0123456789abcdefghjkmnpqrstvwxyz']

/** An account as large agencies have it: 1,000 orders, 10,000 domains, believable names, one in five unfinished. */
function largeAccount(): OrderListItem[] {
  const random = randomNumbers(7)
  const pick = <T>(list: readonly T[]): T => list[random(list.length)]!
  const moment = () => toMinute(new Date(Date.UTC(2025, random(12), random(28), random(24), random(60))))
  return Array.from({ length: 1000 }, (): OrderListItem => {
    const orderId = `ord_01k${Array.from({ length: 17 }, () => pick(idAlphabet)).join('')}`
    const brand = Array.from({ length: 2 + random(3) }, () => pick(syllables)).join('')
    const plan = pick(['azure', 'azure', 'google'] as const)
    const groups = Array.from({ length: plan === 'azure' ? 5 : 2 }, (_, index) => ({
      groupId: groupIdOf(orderId, index + 1),
      orderIndex: index + 1,
      plan,
      monthlyCents: 5000,
      live: random(10) > 0,
    }))
    return {
      orderId,
      forwardingDomain: `https://${brand}.com`,
      companyName: `${brand} 42`,
      sendingTool: pick(sendingToolIds),
      monthlyCapacity: groups.length * 5000,
      date: moment(),
      lastUpdated: moment(),
      groups,
      domains: Array.from({ length: 10 }, (_, index) => {
        const status =
          random(5) > 0 ? 'done' : pick(['in progress', 'pending', 'cancelled', 'error'] as const)
        return {
          domain: `${pick(prefixes)}${brand}${pick(suffixes)}.${pick(tlds)}`,
          domainType: plan === 'azure' ? 'Azure' : 'Google',
          status,
          groupId: groups[Math.floor((index * groups.length) / 10)]!.groupId,
          ...(status === 'in progress' ? { inboxes: 1 + random(50) } : {}),
          ...(random(20) === 0 ? { replacementOrdered: true } : {}),
        }
      }),
    }
  })
}

async function compressedSize(text: string, format: 'gzip'): Promise<number> {
  const compressed = new Blob([text]).stream().pipeThrough(new CompressionStream(format))
  return (await new Response(compressed).arrayBuffer()).byteLength
}

describe('the list of orders', () => {
  const orders = largeAccount()
  const answer = {
    orders,
    refusedRenewals: [],
    cursor: 'cus_01m8a0m77s45p5zrqbbz.GITuLN58.1234',
    summary: {
      timeSaved: 130_000,
      inboxCount: 500_000,
      totalDomains: 10_000,
      azureDomains: 7000,
      googleDomains: 3000,
    },
  }

  test('of 1,000 orders with 10,000 domains is at most 160 KB compressed', async () => {
    expect(listOrders.response.parse(answer)).toEqual(answer)
    expect(orders.flatMap(({ domains }) => domains)).toHaveLength(10_000)
    expect(await compressedSize(JSON.stringify(answer), 'gzip')).toBeLessThanOrEqual(160_000)
  })

  test('can be searched and filtered as it is', () => {
    const index = indexOrders(orders)
    const counted = index.reduce(
      (sum, { counts }) => sum + counts.total + counts.replaced + counts.cancelled,
      0,
    )
    // One that runs until another has taken its place is counted by that one.
    const leaving = index
      .flatMap(({ groups }) => groups.flatMap(({ domains }) => domains))
      .filter(({ replacementOrdered, status }) => replacementOrdered && status !== 'cancelled')
    expect(leaving.length).toBeGreaterThan(100)
    expect(counted + leaving.length).toBeGreaterThan(9900)
  })
})

test('a secret is asked for by its group or by its connection, never by both or none', () => {
  const accepts = (body: object) => revealBody.safeParse({ field: 'password', ...body }).success
  expect(accepts({ groupId: 'bun_1' })).toBe(true)
  expect(accepts({ connectionId: 'con_1' })).toBe(true)
  expect(accepts({})).toBe(false)
  expect(accepts({ groupId: 'bun_1', connectionId: 'con_1' })).toBe(false)
})

test('a correction is checked by the rules of the wizard and may leave anything out', () => {
  const basedOn = {
    forwardingDomains: ['https://old.com'],
    companyName: 'Acme',
    profilePictureLink: '',
    sendingTool: 'v1',
  }
  expect(updateGroupBody.parse({ basedOn })).toEqual({ basedOn })
  expect(updateGroupBody.safeParse({ companyName: 'Acme' }).success).toBe(false)
  expect(
    updateGroupBody.parse({ basedOn, forwardingDomain: 'Acme.com', companyName: ' Acme  Inc ' }),
  ).toEqual({
    basedOn,
    forwardingDomain: 'https://acme.com',
    companyName: 'Acme Inc',
  })
  expect(updateGroupBody.safeParse({ basedOn, companyName: 'A&B' }).error?.issues[0]?.message).toBe(
    'Company/client name can only contain letters and numbers',
  )
  expect(updateGroupBody.safeParse({ basedOn, plan: 'premium' }).success).toBe(false)
  expect(
    updateGroupBody.safeParse({ basedOn, sendingTool: { tool: 'bison', values: { url: 'x'.repeat(301) } } })
      .success,
  ).toBe(false)
})
