import { displayForwardingUrl } from '#features/forwarding/rules/display-forwarding-url.ts'
import { Alert } from '#ui/alert.tsx'
import type { GroupDetails } from '../../api/groups.ts'

interface SharedConnectionProps {
  sharedWith: GroupDetails['sendingTool']['sharedWith']
  isSameTool: boolean
}

/** Whom a correction of the credentials concerns beside this order. */
export function SharedConnection({ sharedWith, isSameTool }: SharedConnectionProps) {
  const others = sharedWith
    .map(({ forwardingDomain, orderIndex }) => `${displayForwardingUrl(forwardingDomain)} #${orderIndex}`)
    .join(', ')
  return isSameTool ? (
    <Alert tone="warning" title="These credentials are shared">
      A new key of the same account changes these orders too: {others}. Another account is for this order
      alone.
    </Alert>
  ) : (
    <Alert tone="info">
      Another sending tool is for this order alone: {others} {sharedWith.length === 1 ? 'stays' : 'stay'} as{' '}
      {sharedWith.length === 1 ? 'it is' : 'they are'}.
    </Alert>
  )
}
