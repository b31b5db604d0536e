import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { domainTypes, platformOf } from '#features/names/rules/domain-type.ts'
import { checkReinstateForm, type ReinstateForm } from './reinstate-form.ts'
import {
  buildReinstatement,
  isAsShown,
  type ReinstateBody,
  readReinstatement,
  reinstateBody,
} from './reinstate-request.ts'
import { type SelectedDomain, selectedPlatforms } from './reinstate-selection.ts'
import { type DomainStanding, reinstatedShares } from './reinstate-shares.ts'

const anySelection: fc.Arbitrary<SelectedDomain[]> = fc.uniqueArray(
  fc.record({
    domain: fc.nat(200).map((index) => `mail${index}.com`),
    domainType: fc.constantFrom(...domainTypes),
    status: fc.constant('cancelled' as const),
    groupId: fc.constantFrom('bun_1', 'bun_2', 'no_group'),
  }),
  { selector: ({ domain }) => domain, minLength: 1, maxLength: 20 },
)
const anyForm: fc.Arbitrary<ReinstateForm> = fc
  .tuple(
    fc.uniqueArray(fc.constantFrom(...'ABCDEFGHIJ'), { minLength: 1 }),
    fc.constantFrom<Pick<ReinstateForm, 'tool' | 'toolValues' | 'connection'>>(
      { tool: 'other', toolValues: {} },
      { tool: 'instantly', toolValues: { username: 'jo', password: ' p', workspace: 'w', workspaceId: '7' } },
      {
        tool: 'smartlead',
        toolValues: { username: 'jo', password: 'p', apiKey: 'k', oauthLink: 'https://x.io' },
      },
      {
        tool: 'bison',
        toolValues: { url: 'https://send.acme.com', username: 'jo', workspace: 'w', appId: 'a' },
        connection: { id: 'con_1', tool: 'bison', storedSecrets: ['password', 'apiKey'] },
      },
    ),
  )
  .map(([letters, tool]) => ({
    forwardingDomain: 'Acme.com',
    companyName: 'Acme',
    users: letters.map((firstName) => ({ firstName, lastName: 'Doe' })),
    profilePictureLink: '',
    ...tool,
  }))

/** Nobody is known to have had any: the plan's numbers count. */
const planned = (domains: readonly SelectedDomain[]): DomainStanding[] =>
  domains.map(({ domainType }) => ({ platform: platformOf[domainType], before: [] }))

const build = (domains: SelectedDomain[], form: ReinstateForm): ReinstateBody => {
  const details = checkReinstateForm(form, selectedPlatforms(domains))
  if (!details.ok) throw new Error(details.problem.message)
  return buildReinstatement(domains, details.value, planned(domains))
}

test('what the wizard sends, the server reads as what was meant', () => {
  fc.assert(
    fc.property(anySelection, anyForm, (domains, form) => {
      const read = readReinstatement(reinstateBody.parse(build(domains, form)))
      if (!read.ok) throw new Error(read.problem.message)
      const { form: readForm, connectionId, platforms, domains: readDomains } = read.value
      const byName = new Map(readDomains.map((each) => [each.domain, each]))
      expect(byName.size).toBe(domains.length)
      for (const { domain, domainType, groupId } of domains)
        expect(byName.get(domain)).toEqual({
          domain,
          platform: platformOf[domainType],
          groupId: groupId === 'no_group' ? undefined : groupId,
        })
      expect(platforms).toEqual(selectedPlatforms(domains))
      expect(connectionId).toBe(form.connection?.id)
      expect(checkReinstateForm({ ...readForm, connection: form.connection }, platforms)).toEqual(
        checkReinstateForm(form, platforms),
      )
    }),
  )
})

describe('the body', () => {
  const domains: SelectedDomain[] = [
    { domain: 'a.com', domainType: 'Azure', status: 'cancelled', groupId: 'bun_1' },
    { domain: 'b.com', domainType: 'Azure', status: 'cancelled', groupId: 'bun_1' },
    { domain: 'g.com', domainType: 'Google', status: 'cancelled', groupId: 'bun_2' },
  ]
  const form: ReinstateForm = {
    forwardingDomain: 'acme.com',
    companyName: 'Acme',
    users: [
      { firstName: 'Al', lastName: 'Ray' },
      { firstName: 'Bo', lastName: 'Lee' },
      { firstName: 'Cy', lastName: 'Orr' },
    ],
    profilePictureLink: '',
    tool: 'bison',
    toolValues: {
      url: 'send.acme.com/x',
      username: 'jo',
      password: 'p',
      workspace: 'w',
      apiKey: 'k',
      appId: 'a',
    },
  }

  test('has the documented names; 50 Entra inboxes are divided, 3 Google ones are the first user’s', () => {
    expect(build(domains, form)).toEqual({
      orders: [
        {
          azure_domains: ['a.com', 'b.com'],
          google_domains: [],
          order_groups: [{ group_id: 'bun_1', domain_type: 'Azure', domains: ['a.com', 'b.com'] }],
        },
        {
          azure_domains: [],
          google_domains: ['g.com'],
          order_groups: [{ group_id: 'bun_2', domain_type: 'Google', domains: ['g.com'] }],
        },
      ],
      forwarding_domain: 'https://acme.com',
      organization_name: 'Acme',
      user_configurations: [
        { name: 'Al Ray', google_inboxes: 3, azure_inboxes: 17 },
        { name: 'Bo Lee', google_inboxes: 0, azure_inboxes: 17 },
        { name: 'Cy Orr', google_inboxes: 0, azure_inboxes: 16 },
      ],
      sending_tool: {
        tool_type: 'emailbison',
        url: 'https://send.acme.com',
        username: 'jo',
        password: 'p',
        workspace: 'w',
        api_key: 'k',
        app_id: 'a',
      },
      google_drive_link: '',
      total_azure_inboxes: 100,
      total_google_inboxes: 3,
    })
  })

  test('asks for a CSV where there is no tool', () => {
    expect(build(domains, { ...form, tool: 'other' }).sending_tool).toEqual({
      tool_type: 'other',
      export_type: 'csv',
    })
  })

  const message = (change: (body: ReinstateBody) => void) => {
    const body = structuredClone(build(domains, form))
    change(body)
    const parsed = reinstateBody.safeParse(body)
    if (!parsed.success) return parsed.error.issues[0]?.message
    const read = readReinstatement(parsed.data)
    return read.ok ? undefined : read.problem.message
  }

  test('is refused when it contradicts itself or the rule', () => {
    expect(message(() => {})).toBeUndefined()
    expect(message((body) => body.orders[0]!.azure_domains.pop())).toBe(
      'The domains of an order and of its groups differ',
    )
    expect(message((body) => body.orders.push(body.orders[0]!))).toBe('A domain is listed twice')
    expect(
      message((body) => {
        body.user_configurations = []
      }),
    ).toBe('At least one user must be configured')
    expect(
      message((body) => {
        body.orders = []
      }),
    ).toBe('No domains were selected for reinstatement.')
  })

  test('says what its sender was shown, which is compared with what comes of it', () => {
    const { users } = form
    const agrees = (change: (body: ReinstateBody) => void, standing = planned(domains)) => {
      const body = structuredClone(build(domains, form))
      change(body)
      const read = readReinstatement(body)
      return read.ok && isAsShown(read.value.shown, reinstatedShares(users, standing))
    }
    expect(agrees(() => {})).toBe(true)
    expect(
      agrees((body) => {
        body.user_configurations[1]!.azure_inboxes += 1
      }),
    ).toBe(false)
    expect(
      agrees((body) => {
        body.total_google_inboxes += 1
      }),
    ).toBe(false)
    const before = users.map((user) => ({ ...user, azure: 10, google: 0 }))
    expect(
      agrees(
        () => {},
        planned(domains).map((each) => (each.platform === 'azure' ? { ...each, before } : each)),
      ),
    ).toBe(false)
  })

  test('is bounded', () => {
    const many = Array.from({ length: 101 }, (_, index) => `m${index}.com`)
    expect(
      message((body) => {
        body.orders[0]!.azure_domains = many
      }),
    ).toBe('At most 100 domains can be reinstated at a time')
    expect(
      message((body) => {
        body.sending_tool.password = 'x'.repeat(2001)
      }),
    ).toBe('Please use at most 2000 characters')
  })
})
