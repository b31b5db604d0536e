import { ExternalLink } from 'lucide-react'

const authenticateEmail = 'https://admin.google.com/ac/apps/gmail/authenticateemail'

/** Google's page for the DKIM of a domain, opened under the account of that domain; the page asks which domain it is. */
const adminConsoleOf = (domain: string): string =>
  `https://accounts.google.com/AccountChooser?${new URLSearchParams({ hd: domain, continue: authenticateEmail })}`

export const AdminConsoleLink = ({ domain }: { domain: string }) => (
  <a
    href={adminConsoleOf(domain)}
    target="_blank"
    rel="noreferrer"
    className="inline-flex items-center gap-1 whitespace-nowrap text-secondary underline"
    aria-label={`Admin console for ${domain}`}
  >
    Admin console
    <ExternalLink className="size-3.5" />
  </a>
)
