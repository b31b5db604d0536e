import { connectingMessages } from '#features/tools/rules/connecting-texts.ts'
import { ConnectMailboxes } from '#features/tools/web/connecting/connect-mailboxes.tsx'
import { useOpenedPass } from '#features/tools/web/connecting/use-opened-pass.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ConsolePage } from '#ui/console/page/console-page.tsx'
import { WorkNav } from '../work-nav.tsx'
import { ToConnect } from './to-connect.tsx'

/** What waits for somebody to sign in to it; and, once that is started, the mailboxes one after the other. */
export function ConnectPage() {
  const { opened, open, end } = useOpenedPass('console')
  if (!opened)
    return (
      <ConsolePage
        title="Connect mailboxes"
        about="Mailboxes that a sending tool lets in once somebody has signed in."
      >
        <WorkNav />
        <Card flush className="overflow-clip">
          <ToConnect onOpen={open} />
        </Card>
      </ConsolePage>
    )
  const back = <Button onClick={end}>Back to the list</Button>
  return (
    <div className="mx-auto max-w-dialog">
      <Button size="small" onClick={end}>
        Back to the list
      </Button>
      <ConnectMailboxes
        key={opened.pass}
        opened={opened}
        onward={back}
        over={
          <Alert tone="warning" title={connectingMessages.over} action={back}>
            What is connected stays connected. From the list it goes on.
          </Alert>
        }
      />
    </div>
  )
}

export { ConnectPage as Component }
