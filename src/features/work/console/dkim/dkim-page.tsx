import { Card, CardHeader } from '#ui/card.tsx'
import { ConsolePage } from '#ui/console/page/console-page.tsx'
import { WorkNav } from '../work-nav.tsx'
import { DkimDomains } from './dkim-domains.tsx'
import { PasteKeys } from './paste-keys.tsx'

/** The keys of all domains at Google on one page: pasted together, and watched until a message has shown them. */
export function DkimPage() {
  return (
    <ConsolePage
      title="Google DKIM"
      about="Keys from Google’s Admin console, until a real message has been signed with each."
    >
      <WorkNav />
      <Card>
        <CardHeader
          title="Paste keys"
          description="One line for each domain: the domain, the prefix if it is not “google”, and the TXT value. Copied from a sheet, or as a CSV file."
        />
        <PasteKeys />
      </Card>
      <Card flush className="mt-5 overflow-hidden">
        <DkimDomains />
      </Card>
    </ConsolePage>
  )
}

export { DkimPage as Component }
