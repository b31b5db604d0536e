import { accept, type Outcome, refuse } from '#base/text/outcome.ts'
import { checkForwardingUrl } from '#features/forwarding/rules/forwarding-url.ts'
import { checkCompanyName } from '#features/ordering/rules/company-name.ts'
import { type PersonName, peopleProblem } from '#features/people/rules/person-name.ts'
import { checkProfilePictureLink } from '#features/people/rules/profile-picture-link.ts'
import type { Platform } from '#features/plans/rules/catalog.ts'
import type { SendingToolId } from '#features/tools/rules/sending-tools.ts'
import { checkToolCredentials, toolCredentialMessages } from '#features/tools/rules/tool-credentials.ts'

export const reinstateMessages = {
  noUsers: 'At least one user must be configured',
  noTool: toolCredentialMessages.noTool,
  prefillFailed: 'Failed to fetch order data. Using default values.',
  failed: 'Failed to reinstate order. Please try again.',
  crashed: 'An error occurred while reinstating order. Please try again.',
  invalidResponse: 'Invalid reinstate response data',
  reinstated: 'Order successfully reinstated! Redirecting to checkout page',
  checkoutFailed: 'Error creating checkout session. Please contact support.',
  reinstatedButNoCheckout: 'Order was reinstated but checkout failed. Please contact support.',
  noUserConfiguration: 'No User Configuration Found',
  noUserConfigurationHint: 'Default users will be created during reinstatement.',
} as const

/** Everything the wizard asks for, as typed. */
export interface ReinstateForm {
  forwardingDomain: string
  companyName: string
  users: readonly PersonName[]
  profilePictureLink: string
  tool: SendingToolId | undefined
  toolValues: Record<string, string>
  /** Saved credentials to keep using as long as their tool is chosen. */
  connection?: SavedConnection | undefined
}

export interface SavedConnection {
  id: string
  tool: SendingToolId
  /** Secret values that it holds, and that need not be typed again. */
  storedSecrets: readonly string[]
}

/** What is to be reinstated with, checked and in normal form. */
export interface ReinstateDetails {
  forwardingUrl: string
  companyName: string
  people: PersonName[]
  /** Empty without Google domains or without a picture. */
  profilePictureLink: string
  tool: { tool: SendingToolId; values: Record<string, string>; connectionId: string | undefined }
}

type Basic = Pick<ReinstateForm, 'forwardingDomain' | 'companyName'>

/** Step 1. */
export function checkBasicConfiguration(
  form: Basic,
): Outcome<Pick<ReinstateDetails, 'forwardingUrl' | 'companyName'>> {
  const forwarding = checkForwardingUrl(form.forwardingDomain, 'reinstate')
  if (!forwarding.ok) return forwarding
  const company = checkCompanyName(form.companyName, 'reinstate')
  if (!company.ok) return company
  return accept({ forwardingUrl: forwarding.value, companyName: company.value })
}

/** Step 2. */
export function checkUserConfiguration(
  form: Pick<ReinstateForm, 'users' | 'profilePictureLink'>,
  platforms: readonly Platform[],
): Outcome<Pick<ReinstateDetails, 'people' | 'profilePictureLink'>> {
  const people = form.users.map(({ firstName, lastName }) => ({ firstName, lastName }))
  const problem = peopleProblem(people, { context: 'reinstate' })
  if (problem)
    return refuse(problem.code, problem.code === 'none' ? reinstateMessages.noUsers : problem.message)
  if (!platforms.includes('google')) return accept({ people, profilePictureLink: '' })
  const link = checkProfilePictureLink(form.profilePictureLink)
  return link.ok ? accept({ people, profilePictureLink: link.value }) : link
}

/** The whole wizard, in the order in which problems are told: steps 1, 2, then the sending tool. */
export function checkReinstateForm(
  form: ReinstateForm,
  platforms: readonly Platform[],
): Outcome<ReinstateDetails> {
  const basic = checkBasicConfiguration(form)
  if (!basic.ok) return basic
  const users = checkUserConfiguration(form, platforms)
  if (!users.ok) return users
  if (!form.tool) return refuse('no_tool', reinstateMessages.noTool)
  const connection = form.connection?.tool === form.tool ? form.connection : undefined
  const values = checkToolCredentials(form.tool, form.toolValues, {
    context: 'reinstate',
    platforms,
    stored: connection?.storedSecrets ?? [],
  })
  if (!values.ok) return values
  return accept({
    ...basic.value,
    ...users.value,
    tool: { tool: form.tool, values: values.value, connectionId: connection?.id },
  })
}

/** Steps of the wizard; a later one opens once the one before is saved. */
export const reinstateSteps = ['Basic Configuration', 'User Configuration', 'Sending Tool'] as const
