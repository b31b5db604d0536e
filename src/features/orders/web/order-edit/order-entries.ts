import { displayForwardingUrl } from '#features/forwarding/rules/display-forwarding-url.ts'
import { checkForwardingUrl } from '#features/forwarding/rules/forwarding-url.ts'
import { checkCompanyName } from '#features/ordering/rules/company-name.ts'
import { checkProfilePictureLink } from '#features/people/rules/profile-picture-link.ts'
import { platformsOf } from '#features/plans/rules/catalog.ts'
import { type SendingToolId, sendingToolNames, type ToolPlace } from '#features/tools/rules/sending-tools.ts'
import { storedFields, toolProblems, withoutMasks } from '#features/tools/rules/tool-credentials.ts'
import { enteredCredentials, isEdited, type ToolTexts } from '#features/tools/web/credentials/tool-values.ts'
import type { GroupDetails } from '../../api/groups.ts'

/** What stands in the fields of the dialog. */
export interface OrderEntries {
  forwarding: string
  companyName: string
  profilePictureLink: string
  tool: SendingToolId
  values: ToolTexts
}

export const entriesOf = ({
  forwardingDomain,
  companyName,
  profilePictureLink,
  sendingTool,
}: GroupDetails): OrderEntries => ({
  forwarding: forwardingDomain,
  companyName,
  profilePictureLink,
  tool: sendingTool.tool,
  values: withoutMasks(sendingTool.values),
})

export const placeOf = ({ plan }: GroupDetails): ToolPlace => ({
  context: 'order',
  platforms: platformsOf(plan),
})

/** Secrets of the chosen tool that need not be typed again. */
export const storedOf = ({ tool }: OrderEntries, { sendingTool }: GroupDetails): string[] =>
  tool === sendingTool.tool ? storedFields(sendingTool.values) : []

/** Which of the entries differ from the group they are about. */
export function changedEntries(entries: OrderEntries, group: GroupDetails) {
  const forwarding = entries.forwarding.trim() !== group.forwardingDomain
  const companyName = entries.companyName.trim() !== group.companyName
  const tool = entries.tool !== group.sendingTool.tool || isEdited(entries.values, group.sendingTool.values)
  const picture = entries.profilePictureLink.trim() !== group.profilePictureLink
  return { forwarding, companyName, picture, tool, any: forwarding || companyName || picture || tool }
}

/** What is wrong with those entries that were changed; what stands there already is not judged. */
export function entryProblems(entries: OrderEntries, group: GroupDetails) {
  const changed = changedEntries(entries, group)
  const url = checkForwardingUrl(entries.forwarding, 'update')
  const name = checkCompanyName(entries.companyName)
  const forwarding = changed.forwarding && !url.ok ? url.problem.message : undefined
  const companyName = changed.companyName && !name.ok ? name.problem.message : undefined
  const link = checkProfilePictureLink(entries.profilePictureLink)
  const picture = changed.picture && !link.ok ? link.problem.message : undefined
  const tool = changed.tool
    ? toolProblems(entries.tool, entries.values, { ...placeOf(group), stored: storedOf(entries, group) })
    : []
  const any = Boolean(forwarding || companyName || picture || tool.length > 0)
  return { forwarding, companyName, picture, tool, any }
}

/** The request that makes the group what was entered: nothing is sent that was not changed. */
export function updateOf(entries: OrderEntries, group: GroupDetails) {
  const changed = changedEntries(entries, group)
  const { tool, values } = entries
  return {
    basedOn: group.basis,
    ...(changed.forwarding && { forwardingDomain: entries.forwarding }),
    ...(changed.companyName && { companyName: entries.companyName }),
    ...(changed.picture && { profilePictureLink: entries.profilePictureLink }),
    ...(changed.tool && { sendingTool: enteredCredentials(tool, placeOf(group), values) }),
  }
}

/** The entries over a group that was changed meanwhile: what was not touched follows it, what was entered stays. */
export function rebaseEntries(entries: OrderEntries, before: GroupDetails, now: GroupDetails): OrderEntries {
  const changed = changedEntries(entries, before)
  const present = entriesOf(now)
  const { tool, values } = changed.tool ? entries : present
  return {
    forwarding: changed.forwarding ? entries.forwarding : present.forwarding,
    companyName: changed.companyName ? entries.companyName : present.companyName,
    profilePictureLink: changed.picture ? entries.profilePictureLink : present.profilePictureLink,
    tool,
    values,
  }
}

/** What of the details is otherwise, each as a sentence. */
export function detailsNews(before: GroupDetails, now: GroupDetails): string[] {
  const addresses = ({ basis }: GroupDetails) => basis.forwardingDomains.map(displayForwardingUrl).join(', ')
  const news: string[] = []
  if (addresses(before) !== addresses(now))
    news.push(`Forwarding: from ${addresses(before)} to ${addresses(now)}.`)
  if (before.companyName !== now.companyName)
    news.push(`Organization name: from ${before.companyName} to ${now.companyName}.`)
  if (before.profilePictureLink !== now.profilePictureLink) news.push('The profile picture is another one.')
  if (before.sendingTool.tool !== now.sendingTool.tool)
    news.push(
      `Sending tool: from ${sendingToolNames[before.sendingTool.tool]} to ${sendingToolNames[now.sendingTool.tool]}.`,
    )
  else if (before.basis.sendingTool !== now.basis.sendingTool)
    news.push(`The credentials of ${sendingToolNames[now.sendingTool.tool]} are others.`)
  return news
}
