import { useSearchParams } from 'react-router'
import { Alert } from '#ui/alert.tsx'
import { call } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { ButtonLink } from '#ui/button-link.tsx'
import { Card } from '#ui/card.tsx'
import { OwnPasswordField, useOwnPassword } from '#ui/frame/own-password.tsx'
import { type OpenedConnecting, unlockConnecting } from '../../api/connecting.ts'
import { connectingMessages } from '../../rules/connecting-texts.ts'
import { ConnectMailboxes } from './connect-mailboxes.tsx'
import { useOpenedPass } from './use-opened-pass.ts'

/** Where customers connect the mailboxes of a domain of theirs. */
export function ConnectOwnPage() {
  const [query] = useSearchParams()
  const domain = query.get('domain') ?? ''
  return <OwnDomain key={domain} domain={domain} />
}

function OwnDomain({ domain }: { domain: string }) {
  const { opened, open, end } = useOpenedPass(domain)
  const back = <ButtonLink to="/dashboard">Back to the dashboard</ButtonLink>
  if (!opened) return <Unlock domain={domain} onOpen={open} />
  return (
    <ConnectMailboxes
      key={opened.pass}
      opened={opened}
      onward={back}
      over={
        <Alert
          tone="warning"
          title={connectingMessages.over}
          action={
            <Button size="small" onClick={end}>
              Continue
            </Button>
          }
        >
          Your password is asked for again. What is connected stays connected.
        </Alert>
      }
    />
  )
}

/** Asks for the customer's password, since the page shows those of the mailboxes. */
function Unlock({ domain, onOpen }: { domain: string; onOpen: (opened: OpenedConnecting) => void }) {
  const asked = useOwnPassword({
    send: (password) => call(unlockConnecting, { body: { domain, password } }),
    onGiven: onOpen,
  })
  return (
    <div className="py-6">
      <h1 className="text-page-title">Connect mailboxes</h1>
      <p translate="no" className="mt-1 text-muted wrap-anywhere">
        {domain}
      </p>
      <Card className="mt-6">
        <p className="text-secondary">
          You sign in to each mailbox once, on a page of your sending tool. This page hands you address and
          password and goes on by itself as soon as the tool says that the mailbox is connected.
        </p>
        <form noValidate onSubmit={asked.submit} className="mt-4">
          <OwnPasswordField asked={asked} hint="Asked for since the page shows the passwords of mailboxes." />
          <div className="mt-2 flex justify-end gap-2">
            <ButtonLink to="/dashboard" variant="quiet">
              Cancel
            </ButtonLink>
            <Button type="submit" variant="primary" loading={asked.isSending}>
              Continue
            </Button>
          </div>
        </form>
      </Card>
    </div>
  )
}

export { ConnectOwnPage as Component }
