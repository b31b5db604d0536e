import type { Platform } from '#features/plans/rules/catalog.ts'
import type { MailboxToConnect } from '../../api/connecting.ts'
import { sendingToolNames } from '../../rules/sending-tools.ts'

const alone =
  'Use a private window, or sign out of every other account first: the page connects whoever signs in there.'

/** What a person meets at the host's pages, in that order. */
const steps: Record<Platform, (tool: string) => readonly string[]> = {
  google: (tool) => [
    alone,
    'At the first sign-in of a new mailbox Google welcomes it: press “I understand”.',
    `Then let ${tool} use the mailbox: “Continue” or “Allow”.`,
    `If Google says that access is blocked, ${tool}’s app is not trusted yet: an administrator does so in the Admin console under Security, API controls.`,
    'If Google asks for a phone number or a code, skip the mailbox and say so to whoever runs the account.',
  ],
  azure: (tool) => [
    alone,
    'If Microsoft asks whether to stay signed in, say “No”.',
    `Then let ${tool} use the mailbox: “Accept”.`,
    'If it asks for more information or a second factor, choose to be asked later; where that is not offered, skip the mailbox and say so to whoever runs the tenant.',
  ],
}

export function SignInGuidance({ mailbox: { platform, tool } }: { mailbox: MailboxToConnect }) {
  return (
    <details open={platform === 'google'} className="mt-4 text-secondary">
      <summary className="w-fit cursor-pointer rounded-control font-medium">What you will be asked</summary>
      <ol className="mt-2 list-decimal space-y-1 pl-5 text-muted">
        {steps[platform](sendingToolNames[tool]).map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </details>
  )
}
