import { type DomainType, platformOf } from '#features/names/rules/domain-type.ts'
import { plans } from '#features/plans/rules/catalog.ts'
import { standingOn } from '#features/reinstatement/rules/reinstate-prefill.ts'
import { buildReinstatement } from '#features/reinstatement/rules/reinstate-request.ts'
import {
  buildReinstateCheckout,
  reinstateResponse,
} from '#features/reinstatement/rules/reinstate-response.ts'
import type { DomainStanding } from '#features/reinstatement/rules/reinstate-shares.ts'
import type { ManagedOrder } from './managed-orders.ts'
import { sessionOf } from './managed-orders.ts'
import { press } from './place-order.ts'
import type { TestAnswer } from './test-app.ts'
import type { TestWorld } from './test-world.ts'

type Person = ManagedOrder['person']

/** The request that asks for an order back, with another forwarding, another name and other people. */
export const reinstatementOf = (
  names: readonly string[],
  groupId: string,
  domainType: DomainType = 'Azure',
  standing?: readonly DomainStanding[],
) => reinstatementOfGroups([{ domains: names, groupId }], domainType, standing)

/** The same as the wizard asks for it: with the numbers that stood on the domains, which it was answered. */
export async function reinstatementAsShown(
  person: Person,
  names: readonly string[],
  groupId: string,
  domainType: DomainType = 'Azure',
) {
  const { body } = await person.post('/api/orders/reinstate-prefill', { domains: names })
  const selected = names.map((domain) => ({ domain, domainType, status: 'cancelled', groupId }) as const)
  return reinstatementOf(names, groupId, domainType, standingOn(selected, body))
}

/** The same for several groups at once. */
export const reinstatementOfGroups = (
  groups: readonly { domains: readonly string[]; groupId: string }[],
  domainType: DomainType = 'Azure',
  /** What stood on them, where that is not by the plan. */
  standing: readonly DomainStanding[] = groups.flatMap(({ domains }) =>
    domains.map(() => ({ platform: platformOf[domainType], before: [] })),
  ),
) =>
  buildReinstatement(
    groups.flatMap(({ domains, groupId }) =>
      domains.map((domain) => ({ domain, domainType, status: 'cancelled', groupId })),
    ),
    {
      forwardingUrl: 'https://example.com/back',
      companyName: 'Acme Again',
      people: [
        { firstName: 'Jane', lastName: 'Doe' },
        { firstName: 'Rita', lastName: 'Return' },
      ].slice(0, plans[domainType === 'Google' ? 'google' : 'azure'].maxPeople),
      profilePictureLink: '',
      tool: { tool: 'other', values: {}, connectionId: undefined },
    },
    standing,
  )

/** The request that pays for what such a request was answered. */
export function reinstateCheckoutOf(person: Person, asked: TestAnswer) {
  const checkout = buildReinstateCheckout(reinstateResponse.parse(asked.body), {
    customer: { name: 'Ada', email: person.email },
    origin: 'http://localhost:3000',
  })
  if (!checkout.ok) throw new Error(checkout.problem.message)
  return checkout.value
}

/** Pays for it, at the payment provider's page; returns what was paid. */
export async function payReinstatement(
  world: TestWorld,
  person: Person,
  asked: TestAnswer,
): Promise<TestAnswer> {
  const { body } = await person.post(
    '/api/payments/create-checkout-session',
    reinstateCheckoutOf(person, asked),
  )
  await press(world, body.url, 'pay')
  return person.get(`/api/payments/confirmation?session_id=${sessionOf(body.url)}`)
}
