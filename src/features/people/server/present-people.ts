import { and, asc, inArray, isNull } from 'drizzle-orm'
import type { OrderAction } from '#base/audit/audit.ts'
import { lastChange } from '#base/audit/last-change.ts'
import type { Db } from '#base/db/client.ts'
import { personas } from '#base/db/schema/index.ts'
import { changedMeanwhile, ruleBroken } from '#base/http/refusal.ts'
import {
  changedMeanwhileMessages,
  type GroupPeople,
  hasSameNames,
  isSamePeople,
} from '#features/orders/rules/changed-meanwhile.ts'
import { usernameUpdateMessages } from '../rules/username-update.ts'

/** Who bears the mailboxes of these groups, in order, and how many of them on each domain. */
async function presentPeople(db: Db, groupIds: readonly string[]): Promise<GroupPeople[]> {
  const rows = await db
    .select({
      groupId: personas.bundleId,
      firstName: personas.firstName,
      lastName: personas.lastName,
      azure: personas.azurePerDomain,
      google: personas.googlePerDomain,
    })
    .from(personas)
    .where(and(inArray(personas.bundleId, [...groupIds]), isNull(personas.removedAt)))
    .orderBy(asc(personas.position))
  return groupIds.map((groupId) => ({
    groupId,
    people: rows
      .filter((row) => row.groupId === groupId)
      .map(({ firstName, lastName, azure, google }) => ({ firstName, lastName, azure, google })),
  }))
}

/** Whoever asks for an order back says who its people are from then on. */
const peopleActions: readonly OrderAction[] = ['people.changed', 'order.reinstatement_asked']

/**
 * Throws a `Refusal` that tells who the people of these groups are and what they have, unless that is what a change is
 * based on.
 * For the transaction that holds the groups' rows: nobody changes them between this look and the change.
 */
export async function assertSamePeople(
  tx: Db,
  customerId: string,
  groupIds: readonly string[],
  { basedOn, productName }: { basedOn: readonly GroupPeople[]; productName: string },
): Promise<void> {
  const groups = await presentPeople(tx, groupIds)
  const said = groups.map(({ groupId }) => basedOn.filter((group) => group.groupId === groupId))
  if (said.some((some) => some.length === 0)) throw ruleBroken(usernameUpdateMessages.noBasis)
  if (groups.every(({ people }, i) => said[i]?.every((one) => isSamePeople(one.people, people)))) return
  const changed = await lastChange(tx, customerId, groupIds, { actions: peopleActions, productName })
  const isNumbers = groups.every(({ people }, i) => said[i]?.every((one) => hasSameNames(one.people, people)))
  throw changedMeanwhile(changedMeanwhileMessages[isNumbers ? 'numbers' : 'people'], { groups, changed })
}
