import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { planIds } from '#features/plans/rules/catalog.ts'
import { firstPriceList, pricesOf } from '#features/plans/rules/price-list.ts'
import { secretMask } from '#features/tools/rules/tool-credentials.ts'
import { completeDraft } from '#tests/rules/complete-draft.ts'
import { emptyDraft, type OrderDraft, settingsSteps } from './order-draft.ts'
import { draftKeys, readDraft, writeDraft } from './order-draft-storage.ts'

const prices = pricesOf(firstPriceList)

const customer = 'jane@acme.com'
const read = (stored: Record<string, string | null>, options = { customer }) =>
  readDraft((key) => stored[key] ?? null, options)

const draft: fc.Arbitrary<OrderDraft> = fc
  .record({
    plan: fc.constantFrom(...planIds),
    orderCount: fc.integer({ min: 1, max: 10 }),
    option: fc.constantFrom('purchase', 'own'),
    forwardUrl: fc.string({ maxLength: 100 }),
    companyName: fc.string({ maxLength: 100 }),
    stealthMode: fc.boolean(),
    profilePictureLink: fc.string({ maxLength: 100 }),
    withTool: fc.boolean(),
  })
  .map(({ plan, orderCount, option, withTool, ...texts }) => {
    const complete = completeDraft(plan, orderCount, plan === 'premium' ? 'purchase' : option)
    return { ...complete, ...texts, tool: withTool ? complete.tool : null }
  })

describe('a stored draft', () => {
  test('is read as it was written', () => {
    fc.assert(
      fc.property(draft, (each) => {
        expect(read(writeDraft(each, customer, prices))).toEqual({
          draft: each,
          repaired: [],
          foreign: false,
        })
      }),
    )
  })

  test('has the keys and texts that other readers know', () => {
    const stored = writeDraft(completeDraft('google', 2), customer, prices)
    expect(stored).toMatchObject({
      selectedPlan: 'google_solo',
      orderCount: '2',
      domainOption: 'purchase',
      azureDomains: null,
      totalDomainCost: '155',
      domainSettingsCompleted: 'true',
    })
    expect(JSON.parse(stored.purchaseGoogleDomains!)).toHaveLength(10)
    expect(JSON.parse(stored.googleDomainPrices!)[0]).toEqual({ domain: 'gmail0.com', price: 15.5 })
    expect(JSON.parse(stored.basicConfig!)).toEqual({
      forwardUrl: 'example.com',
      companyName: 'Acme',
      stealthMode: false,
    })
    expect(JSON.parse(stored.userConfig!)).toEqual([
      {
        id: '1',
        firstName: 'Jane',
        lastName: 'Doe',
        azureInboxes: 0,
        displayAzureInboxes: 0,
        googleInboxes: 3,
      },
    ])
    expect(JSON.parse(stored.emailToolConfig!)).toEqual({
      tool_setup: {
        selected_tools: ['bison'],
        tool_credentials: {
          bison: {
            bisonUrl: 'https://send.acme.com',
            username: 'jane@acme.com',
            password: secretMask,
            workspace: 'Acme',
            api_key: secretMask,
            bison_app_id: 'app',
            connection_id: 'con_1',
          },
        },
      },
    })
  })

  test('that is empty leaves nothing but its owner', () => {
    const stored = writeDraft(emptyDraft(), customer, prices)
    expect(Object.entries(stored).filter(([, text]) => text !== null)).toEqual([
      ['user', `{"email":"${customer}"}`],
    ])
  })

  test('of someone else is not read', () => {
    const stored = writeDraft(completeDraft('azure'), 'john@acme.com', prices)
    expect(read(stored)).toEqual({ draft: emptyDraft(), repaired: [], foreign: true })
    expect(read({ ...stored, user: 'broken' }).foreign).toBe(true)
    expect(read({ ...stored, user: JSON.stringify({ email: 'JANE@acme.com', name: 'Jane' }) }).foreign).toBe(
      false,
    )
  })
})

describe('a broken or old draft', () => {
  const text = fc.oneof(
    fc.string(),
    fc.json(),
    fc.constantFrom(
      'premium',
      'own',
      '11',
      '{"tool":"bison","password":"p"}',
      '[{"domain":"a.com","price":1},"a.com",3]',
    ),
  )
  // Parts of whole drafts, some of them broken, some under the key of another.
  const parts = fc
    .tuple(draft, draft, fc.dictionary(fc.constantFrom(...draftKeys), fc.constantFrom(...draftKeys)))
    .map(([one, other, taken]) => {
      const [kept, swapped] = [writeDraft(one, customer, prices), writeDraft(other, customer, prices)]
      const entries = Object.entries(taken).map(([key, from]) => [key, swapped[from as keyof typeof swapped]])
      return { ...kept, ...Object.fromEntries(entries), user: kept.user } as Record<string, string | null>
    })
  const garbage = fc.dictionary(fc.constantFrom(...draftKeys.filter((key) => key !== 'user')), text)
  const stored = fc.tuple(parts, garbage).map(([whole, broken]) => ({ ...whole, ...broken }))

  test('never throws, and what was read of it is whole', () => {
    fc.assert(
      fc.property(fc.oneof(garbage, stored), (each) => {
        const { draft } = read(each)
        expect(read(writeDraft(draft, customer, prices))).toEqual({ draft, repaired: [], foreign: false })
      }),
      { numRuns: 300 },
    )
  })

  test('costs only the part that is broken', () => {
    const whole = completeDraft('azure')
    const texts = writeDraft(whole, customer, prices)
    const { draft, repaired } = read({
      ...texts,
      userConfig: '{oops',
      purchaseAzureDomains: '["entra0.com","b-d.com"]',
    })
    expect(repaired).toEqual(['purchaseAzureDomains', 'userConfig'])
    expect(draft).toEqual({
      ...whole,
      people: [],
      domains: { ...whole.domains, purchase: { azure: ['entra0.com'], google: [] } },
    })
  })

  test.each<[string, Record<string, string>, Partial<OrderDraft>]>([
    ['an unknown plan', { selectedPlan: 'gold' }, { plan: null }],
    ['a count out of range', { orderCount: '11' }, { orderCount: 1 }],
    [
      'own domains for Premium',
      { selectedPlan: 'premium', domainOption: 'own' },
      { domainOption: 'purchase' },
    ],
  ])('with %s is mended', (_, texts, expected) => {
    const result = read(texts)
    expect(result.draft).toMatchObject(expected)
    expect(result.repaired).toHaveLength(1)
  })

  test('with a plan that is not sold here starts at the plan', () => {
    const stored = writeDraft(completeDraft('premium'), customer, prices)
    const { draft, repaired } = readDraft((key) => stored[key as keyof typeof stored] ?? null, {
      customer,
      plans: ['azure'],
    })
    expect([draft.plan, repaired]).toEqual([null, ['selectedPlan']])
  })

  test('with plain secrets loses them', () => {
    const legacy = {
      tool: 'bison',
      bisonUrl: 'https://send.acme.com',
      username: 'j@a.com',
      password: 'hunter2',
      apiKey: 'k',
    }
    const several = { tool_setup: { selected_tools: ['bison'], tool_credentials: { bison: legacy } } }
    for (const stored of [legacy, several]) {
      const { draft, repaired } = read({ emailToolConfig: JSON.stringify(stored) })
      expect(draft.tool).toEqual({
        tool: 'bison',
        connectionId: null,
        shown: { url: 'https://send.acme.com', username: 'j@a.com' },
      })
      expect(repaired).toEqual(['emailToolConfig'])
      expect(JSON.stringify(writeDraft(draft, customer, prices))).not.toContain('hunter2')
    }
  })

  test('that only claims to be complete is not', () => {
    const { draft } = read({ selectedPlan: 'azure', domainSettingsCompleted: 'true' })
    expect(settingsSteps(draft).some((step) => step.complete)).toBe(false)
  })
})
