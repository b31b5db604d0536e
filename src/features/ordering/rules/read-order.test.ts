import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type PlanId, planIds, platforms } from '#features/plans/rules/catalog.ts'
import type { Contents } from '#features/plans/rules/inbox-split.ts'
import { completeDraft } from '#tests/rules/complete-draft.ts'
import { buildOrder } from './build-order.ts'
import { emptyDraft, type OrderDraft, selectedDomains } from './order-draft.ts'
import { type OrderSet, orderBody } from './order-payload.ts'
import { connectionIdOf, type OrderRules, readOrder } from './read-order.ts'

const connectionOf = ({ tool }: OrderDraft) => ({
  id: tool!.connectionId!,
  tool: tool!.tool,
  shown: tool!.shown,
})

const built = (draft: OrderDraft, contents?: Contents): { orderDataSets: OrderSet[] } => {
  const outcome = buildOrder(draft, contents)
  if (!outcome.ok) throw new Error(outcome.problem.message)
  return outcome.value
}

/** What a request made from a draft is read as, after something in each of its sets was changed. */
function read(
  draft: OrderDraft,
  change: (set: OrderSet, index: number) => void = () => {},
  rules: Partial<OrderRules> = {},
) {
  const body = structuredClone(built(draft))
  body.orderDataSets.forEach(change)
  return readOrder(orderBody.parse(body), { connection: connectionOf(draft), planNames: {}, ...rules })
}
const refusal = (outcome: ReturnType<typeof readOrder>) => (outcome.ok ? 'accepted' : outcome.problem.message)

const people = fc
  .uniqueArray(fc.constantFrom('Ann', 'Bea', 'Cleo', 'Dora', 'Eve', 'Fay', 'Gia', 'Hope', 'Ida', 'Joy'), {
    minLength: 1,
  })
  .map((names) => names.map((firstName) => ({ id: firstName, firstName, lastName: 'Doe' })))
const draft = fc
  .record({
    plan: fc.constantFrom(...planIds),
    orderCount: fc.integer({ min: 1, max: 10 }),
    option: fc.constantFrom('purchase', 'own'),
    people,
    stealthMode: fc.boolean(),
    picture: fc.constantFrom('', 'https://drive.google.com/file/d/1/view'),
  })
  .map(({ plan, orderCount, option, people, stealthMode, picture }) => ({
    ...completeDraft(plan, orderCount, plan === 'premium' ? 'purchase' : option),
    people: plan === 'google' ? people.slice(0, 1) : people,
    stealthMode,
    profilePictureLink: picture,
  }))

describe('the request made from a draft', () => {
  test('is read as what the draft means', () => {
    fc.assert(
      fc.property(draft, (each) => {
        const outcome = read(each)
        const selected = selectedDomains(each)
        expect(outcome).toMatchObject({
          ok: true,
          value: {
            plan: each.plan,
            domainOption: each.domainOption,
            forwardingUrl: 'https://example.com',
            companyName: 'Acme',
            stealthMode: each.stealthMode,
            tool: { tool: 'bison', connectionId: 'con_1' },
            people: each.people.map(({ firstName, lastName }) => ({ firstName, lastName })),
            profilePictureLink: each.plan === 'azure' ? '' : each.profilePictureLink,
          },
        })
        if (!outcome.ok) return
        expect(outcome.value.bundles).toHaveLength(each.orderCount)
        for (const platform of platforms)
          expect(outcome.value.bundles.flatMap((bundle) => bundle[platform])).toEqual(selected[platform])
      }),
    )
  })

  test('has the names that others know', () => {
    expect(built(completeDraft('premium')).orderDataSets).toEqual([
      {
        plan: 'azure_google',
        domain_configuration: {
          domain_option: 'purchase_domain_for_me',
          domains: [
            ...['entra0.com', 'entra1.com', 'entra2.com'].map((domain) => ({ domain, type: 'azure' })),
            ...['gmail0.com', 'gmail1.com', 'gmail2.com'].map((domain) => ({ domain, type: 'google' })),
          ],
        },
        forwarding_setup: {
          forwarding_domain: 'https://example.com',
          client_name: 'Acme',
          stealth_mode: false,
        },
        tool_setup: {
          selected_tools: ['bison'],
          tool_credentials: {
            bison: {
              bisonUrl: 'https://send.acme.com',
              username: 'jane@acme.com',
              workspace: 'Acme',
              bison_app_id: 'app',
              connection_id: 'con_1',
            },
          },
        },
        user_configuration: [
          {
            first_name: 'Jane',
            last_name: 'Doe',
            number_of_inboxes: 52,
            domain_type: 'azure',
            domains: ['entra0.com', 'entra1.com', 'entra2.com'],
          },
          {
            first_name: 'Jane',
            last_name: 'Doe',
            number_of_inboxes: 3,
            domain_type: 'google',
            domains: ['gmail0.com', 'gmail1.com', 'gmail2.com'],
          },
        ],
      },
    ])
    expect(built(completeDraft('google', 1, 'own')).orderDataSets[0]).toMatchObject({
      plan: 'google',
      domain_configuration: { domain_option: 'i_have_my_own_domains' },
    })
  })

  test('is not made while something is missing', () => {
    expect(buildOrder(emptyDraft())).toMatchObject({
      problem: {
        message: expect.stringMatching(/^Please complete all required fields before checkout: Plan, /),
      },
    })
    expect(buildOrder({ ...completeDraft('azure'), people: [] })).toMatchObject({
      problem: { message: 'Please complete all required fields before checkout: Users.' },
    })
  })

  test('may be a single set', () => {
    const [set] = built(completeDraft('azure')).orderDataSets
    expect(
      readOrder(orderBody.parse(set), { connection: connectionOf(completeDraft('azure')), planNames: {} }).ok,
    ).toBe(true)
  })
})

describe('a request is refused', () => {
  const users = (set: OrderSet) => set.user_configuration
  const domains = (set: OrderSet) => set.domain_configuration.domains

  test.each<[string, PlanId, (set: OrderSet, index: number) => void, string]>([
    [
      'without people',
      'azure',
      (set) => users(set).splice(0),
      'Please complete all required fields before checkout: Users.',
    ],
    [
      'without a tool',
      'azure',
      (set) => Object.assign(set, { tool_setup: { selected_tools: [], tool_credentials: {} } }),
      'Please complete all required fields before checkout: Email tool.',
    ],
    [
      'with too few domains',
      'azure',
      (set, index) => index || domains(set).pop(),
      'Please complete all required fields before checkout: Azure domains must be a multiple of 2 (currently 3).',
    ],
    [
      'with domains of another plan',
      'azure',
      (set, index) => {
        if (index)
          domains(set).push({ domain: 'x1.com', type: 'google' }, { domain: 'x2.com', type: 'google' })
      },
      'Please complete all required fields before checkout: Google domains must be exactly 0 for 2 orders (currently 2).',
    ],
    [
      'when one order has what another lacks',
      'azure',
      (set, index) => (index ? domains(set).push({ domain: 'x.com', type: 'azure' }) : domains(set).pop()),
      'Each order must have the domains of its plan',
    ],
    [
      'when a name stands twice',
      'azure',
      (set) => {
        for (const each of domains(set)) each.domain = 'same.com'
      },
      'Domain "same.com" is already added.',
    ],
    [
      'when a name stands on both platforms',
      'premium',
      (set) => {
        for (const [index, each] of domains(set).entries()) each.domain = `x${index % 3}a.com`
      },
      'Domain "x0a.com" is already added as an Entra domain. You cannot use the same domain for both Entra and Google.',
    ],
    [
      'when a name can not be bought',
      'azure',
      (set, index) => Object.assign(domains(set)[0]!, { domain: `x${index}.io` }),
      'Only domains with these TLDs are allowed: .com, .co, .net, .org, .info, .biz',
    ],
    [
      'when the orders differ in the company',
      'azure',
      (set, index) => Object.assign(set.forwarding_setup, { client_name: `Acme ${index}` }),
      'All orders of one checkout must have the same forwarding settings',
    ],
    [
      'when the orders differ in the people',
      'azure',
      (set, index) => Object.assign(users(set)[0]!, { first_name: index ? 'Ann' : 'Bea' }),
      'All orders of one checkout must have the same users',
    ],
    [
      'when a name is not made of letters',
      'azure',
      (set) => Object.assign(users(set)[0]!, { first_name: 'J4ne' }),
      'First name must contain only letters (A-Z, a-z)',
    ],
    [
      'when Google is to have two people',
      'google',
      (set) => users(set).push({ ...users(set)[0]!, first_name: 'Ann', number_of_inboxes: 0 }),
      'Google Solo plan allows only 1 user',
    ],
    [
      'when it asks for more inboxes',
      'azure',
      (set) => Object.assign(users(set)[0]!, { number_of_inboxes: 100 }),
      'The users do not match the domains of their order',
    ],
    [
      'when a person stands twice on a platform',
      'azure',
      (set) => users(set).push(users(set)[0]!),
      'The users do not match the domains of their order',
    ],
    [
      'when the people of a premium order lack Google',
      'premium',
      (set) => users(set).pop(),
      'The users do not match the domains of their order',
    ],
    [
      'when people get inboxes on other domains',
      'azure',
      (set) => Object.assign(users(set)[0]!, { domains: ['x.com'] }),
      'The users do not match the domains of their order',
    ],
    [
      'with several tools',
      'azure',
      (set) => Object.assign(set.tool_setup, { selected_tools: ['other', 'instantly'] }),
      'Please choose one email tool',
    ],
    [
      'with credentials that do not suffice',
      'azure',
      (set) =>
        Object.assign(set, { tool_setup: { tool_name: 'instantly', credentials: { username: 'j@a.com' } } }),
      'Please fill in all Instantly credentials',
    ],
    [
      'with a picture that is no link',
      'google',
      (set) => Object.assign(users(set)[0]!, { profile_picture_link: 'my face' }),
      'Please enter a valid link to the profile picture (e.g., https://example.com/test)',
    ],
    [
      'when Premium is to use own names',
      'premium',
      (set) => Object.assign(set.domain_configuration, { domain_option: 'i_have_my_own_domains' }),
      'Bringing your own domains is unavailable for Premium.',
    ],
  ])('%s', (_, plan, change, message) => {
    expect(refusal(read(completeDraft(plan, 2), change, {}))).toBe(message)
  })

  test("for a connection that is not the customer's, is for another tool, or lacks what the plan needs", () => {
    const google = completeDraft('google')
    const saved = connectionOf(google)
    const unknown = 'The saved credentials were not found. Please enter them again.'
    expect(refusal(read(google, undefined, { connection: undefined }))).toBe(unknown)
    expect(refusal(read(google, undefined, { connection: { ...saved, id: 'con_2' } }))).toBe(unknown)
    expect(refusal(read(google, undefined, { connection: { ...saved, tool: 'instantly' } }))).toBe(unknown)
    const { appId, ...shown } = saved.shown
    expect(refusal(read(google, undefined, { connection: { ...saved, shown } }))).toBe(
      'Bison App ID is required for Google domains',
    )
  })

  test('for a plan that is not sold here', () => {
    expect(refusal(read(completeDraft('premium'), undefined, { soldPlans: ['azure'] }))).toBe(
      'This plan is not available',
    )
  })
})

test('credentials may be sent instead of a saved connection, in either shape', () => {
  const credentials = { username: 'j@a.com', password: ' p', workspace: 'W', instantly_api_key: 'k' }
  const expected = { username: 'j@a.com', password: ' p', workspace: 'W', workspaceId: '', apiKey: 'k' }
  for (const tool_setup of [
    { tool_name: 'instantly', credentials },
    { selected_tools: ['instantly'], tool_credentials: { instantly: credentials } },
  ])
    expect(read(completeDraft('azure'), (set) => Object.assign(set, { tool_setup }))).toMatchObject({
      value: { tool: { tool: 'instantly', values: expected } },
    })
})

test('the saved connection is named before it is looked up', () => {
  expect(connectionIdOf(orderBody.parse(built(completeDraft('azure'))))).toBe('con_1')
})

test('a property test may make fewer mailboxes than people, and nobody is lost', () => {
  const contents = {
    azure: { mailboxesPerDomain: 4, soldPerDomain: 4 },
    google: { mailboxesPerDomain: 1, soldPerDomain: 1 },
  }
  const crowd = Array.from('ABCDEF', (letter) => ({ id: letter, firstName: letter, lastName: 'Doe' }))
  const draft = { ...completeDraft('premium', 2), people: crowd }
  const outcome = readOrder(orderBody.parse(built(draft, contents)), {
    connection: connectionOf(draft),
    contents,
    planNames: {},
  })
  expect(outcome).toMatchObject({ ok: true, value: { people: crowd.map(({ id, ...name }) => name) } })
})

describe('the schema bounds a request', () => {
  const body = () => structuredClone(built(completeDraft('azure')))
  test.each<[string, (sent: ReturnType<typeof body>) => unknown]>([
    ['no sets', (sent) => sent.orderDataSets.splice(0)],
    ['eleven sets', (sent) => Object.assign(sent, { orderDataSets: Array(11).fill(sent.orderDataSets[0]) })],
    [
      'a hundred and one domains',
      ({ orderDataSets: [set] }) =>
        Object.assign(set!.domain_configuration, {
          domains: Array(101).fill({ domain: 'a.com', type: 'azure' }),
        }),
    ],
    [
      'twenty-one users',
      ({ orderDataSets: [set] }) =>
        Object.assign(set!, { user_configuration: Array(21).fill(set!.user_configuration[0]) }),
    ],
    [
      'a long secret',
      ({ orderDataSets: [set] }) =>
        Object.assign(set!, { tool_setup: { tool_name: 'other', credentials: { x: 'x'.repeat(2001) } } }),
    ],
    ['an unknown field', ({ orderDataSets: [set] }) => Object.assign(set!, { price: 0 })],
    ['an unknown plan', ({ orderDataSets: [set] }) => Object.assign(set!, { plan: 'gold' })],
  ])('%s', (_, change) => {
    const sent = body()
    change(sent)
    expect(orderBody.safeParse(sent).success).toBe(false)
  })
})
