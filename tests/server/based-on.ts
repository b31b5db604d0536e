import type { DetailsBasis, GroupDetails } from '#features/orders/api/groups.ts'
import type { GroupPeople } from '#features/orders/rules/changed-meanwhile.ts'
import type { ManagedOrder } from './managed-orders.ts'
import { isBeside } from './others.ts'

type Person = Pick<ManagedOrder['person'], 'get'>

const detailsOf = async (person: Person, groupId: string): Promise<GroupDetails> =>
  (await person.get(`/api/orders/groups/${groupId}`)).body

/** What a change of people says it started from, as the page reads it when its dialog is opened. */
export async function peopleBasis(person: Person, groupId: string): Promise<GroupPeople[]> {
  const { userConfiguration } = await detailsOf(person, groupId)
  const people = userConfiguration.map(({ firstName, lastName, made }) => ({ firstName, lastName, ...made }))
  return [{ groupId, people }]
}

/** The same of a forwarding, of all domains of the customer but those that only stand beside. */
export async function forwardingBasis(person: Person): Promise<Record<string, string>> {
  const { domains } = (await person.get('/api/domains')).body as {
    domains: { domain: string; currentForwardingDomain: string }[]
  }
  return Object.fromEntries(
    domains
      .filter(({ domain }) => !isBeside(domain))
      .map(({ domain, currentForwardingDomain }) => [domain, currentForwardingDomain]),
  )
}

/** The same of an order's details. */
export const detailsBasisOf = async (person: Person, groupId: string): Promise<DetailsBasis> =>
  (await detailsOf(person, groupId)).basis

/** For what is refused before anybody looks at it. */
export const anyDetails: DetailsBasis = {
  forwardingDomains: [],
  companyName: '',
  profilePictureLink: '',
  sendingTool: '',
}
