import * as z from 'zod'
import { continueWith, failed, succeeded } from '#vendors/client/call-outcome.ts'
import { aliasOf, heldUnseen } from '#vendors/client/own-mailbox.ts'
import { VendorError, waitsForOperator } from '#vendors/client/vendor-error.ts'
import type { CallContext, CallOutcome } from '#vendors/ports/call-context.ts'
import type { NewMailbox } from '#vendors/ports/mailbox-hosts.ts'
import type { Graph } from './graph.ts'
import { directoryUser, directoryUserFields, noLicenceLeft, objectConflict } from './graph-wire.ts'
import {
  batchEach,
  enableSignIn,
  lastingPassword,
  type MakeMailboxes,
  type Making,
  withoutUser,
} from './make-mailboxes.ts'
import { standing } from './restore-mailboxes.ts'

/** Licences that bring a mailbox, cheapest first, by Microsoft's part numbers. */
const mailboxLicences = [
  'EXCHANGEDESKLESS',
  'EXCHANGESTANDARD',
  'O365_BUSINESS_ESSENTIALS',
  'EXCHANGEENTERPRISE',
]
/** Has to be named before a licence can be given. */
const usageLocation = 'US'

const subscribedSkus = z.object({
  value: z.array(
    z.object({
      skuId: z.string(),
      skuPartNumber: z.string(),
      consumedUnits: z.number(),
      prepaidUnits: z.object({ enabled: z.number() }),
    }),
  ),
})

/** A licence with a mailbox and how many of it are free; the fullest stock of them is not mixed. */
export async function freeLicence(graph: Graph, ctx: CallContext) {
  const { value } = await graph.call(
    { operation: 'licences', path: '/subscribedSkus', answer: subscribedSkus },
    ctx,
  )
  return mailboxLicences
    .flatMap((partNumber) => value.filter((sku) => sku.skuPartNumber === partNumber))
    .map((sku) => ({ skuId: sku.skuId, free: sku.prepaidUnits.enabled - sku.consumedUnits }))
    .find(({ free }) => free > 0)
}

const newUser = (wanted: NewMailbox) => ({
  accountEnabled: true,
  displayName: `${wanted.firstName} ${wanted.lastName}`,
  givenName: wanted.firstName,
  surname: wanted.lastName,
  mailNickname: wanted.mark,
  userPrincipalName: wanted.address,
  usageLocation,
  ...lastingPassword(wanted.password),
})

const holders = z.object({ value: z.array(directoryUser.pick({ id: true, userPrincipalName: true })) })

const isUnlicensed = ({ user }: Making): boolean => user !== undefined && !user.assignedLicenses?.length

function readUser(making: Making, outcome: CallOutcome<unknown>): CallOutcome<Making> {
  if (!outcome.ok) return outcome
  const parsed = directoryUser.safeParse(outcome.value)
  if (parsed.success) return succeeded({ ...making, user: parsed.data })
  return failed(
    new VendorError({
      vendor: 'microsoft',
      operation: 'createUser',
      kind: 'transient',
      reason: 'the answer has an unexpected form',
    }),
  )
}

/** Ordinary users with a licence each: documented calls only, and a price for each mailbox. */
export function licensedMailboxes(graph: Graph): MakeMailboxes {
  /** Someone has the name: this user, if it is ours. */
  async function readBack(due: readonly Making[], ctx: CallContext): Promise<CallOutcome<Making>[]> {
    const named = await batchEach(
      graph,
      'readUser',
      due,
      ({ wanted }) => ({
        method: 'GET',
        path: `/users/${encodeURIComponent(wanted.address)}?$select=${directoryUserFields.join(',')}`,
      }),
      (making, outcome) =>
        !outcome.ok && outcome.error.kind === 'not_found' ? succeeded(making) : readUser(making, outcome),
      ctx,
    )
    const ours = named.map((outcome) =>
      outcome.ok && outcome.value.user ? standing(outcome.value.wanted, outcome.value.user) : outcome,
    )
    return continueWith(ours, withoutUser, (unnamed) => findHolders(unnamed, ctx))
  }

  /** Nobody has the name, so somebody has the address among others: a user, or who is not shown. */
  const findHolders = (due: readonly Making[], ctx: CallContext) =>
    batchEach(
      graph,
      'readHolder',
      due,
      ({ wanted }) => ({
        method: 'GET',
        path: `/users?$select=id,userPrincipalName&$filter=${encodeURIComponent(`proxyAddresses/any(p:p eq 'smtp:${wanted.address}')`)}`,
      }),
      ({ wanted }, outcome) => {
        if (!outcome.ok) return outcome
        const [holder] = holders.safeParse(outcome.value).data?.value ?? []
        return failed(
          holder ? aliasOf('microsoft', wanted, holder.userPrincipalName) : heldUnseen('microsoft', wanted),
        )
      },
      ctx,
    )

  async function create(due: readonly Making[], ctx: CallContext): Promise<CallOutcome<Making>[]> {
    const created = await batchEach(
      graph,
      'createUser',
      due,
      ({ wanted }) => ({ method: 'POST', path: '/users', body: newUser(wanted), secret: wanted.password }),
      (making, outcome) =>
        !outcome.ok && outcome.error.code === objectConflict ? succeeded(making) : readUser(making, outcome),
      ctx,
    )
    const known = created.map((outcome) =>
      outcome.ok && outcome.value.user
        ? succeeded({ ...outcome.value, user: { ...outcome.value.user, accountEnabled: true } })
        : outcome,
    )
    return continueWith(known, withoutUser, (conflicting) => readBack(conflicting, ctx))
  }

  async function license(due: readonly Making[], ctx: CallContext): Promise<CallOutcome<Making>[]> {
    const licence = await freeLicence(graph, ctx)
    const noneLeft = new VendorError({
      vendor: 'microsoft',
      operation: 'assignLicence',
      ...waitsForOperator,
      reason: 'the tenant has no free licence with a mailbox: buy more',
    })
    if (!licence) return due.map(() => failed(noneLeft))
    return batchEach(
      graph,
      'assignLicence',
      due,
      ({ user }) => ({
        method: 'POST',
        path: `/users/${user?.id}/assignLicense`,
        body: { addLicenses: [{ skuId: licence.skuId, disabledPlans: [] }], removeLicenses: [] },
      }),
      (making, outcome) => {
        // A user that Graph does not show yet gets its licence next time.
        if (outcome.ok || outcome.error.kind === 'not_found') return succeeded(making)
        return outcome.error.code === noLicenceLeft ? failed(noneLeft) : outcome
      },
      ctx,
    )
  }

  return async (making, ctx) => {
    const created = await continueWith(making, withoutUser, (due) => create(due, ctx))
    const licensed = await continueWith(created, isUnlicensed, (due) => license(due, ctx))
    return enableSignIn(graph, licensed, ctx)
  }
}
