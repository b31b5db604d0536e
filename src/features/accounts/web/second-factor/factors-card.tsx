import type { ReactNode } from 'react'
import { useState } from 'react'
import { recoveryCodeCount } from '#features/staff/rules/staff.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card, CardHeader } from '#ui/card.tsx'
import { clockText, momentText } from '#ui/time-texts.ts'
import type { OwnFactors, Passkey } from '../../rules/passkeys.ts'
import type { FactorCalls } from './factor-calls.ts'
import { FactorDialogs, type OpenFactorDialog } from './factor-dialogs.tsx'
import { canHavePasskeys } from './passkeys.ts'

/** One second factor, what it is, and what can be done about it. */
const FactorRow = ({ name, about, children }: { name: string; about: string; children: ReactNode }) => (
  <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 last:pb-0">
    <div className="min-w-0 grow basis-56">
      <p className="font-medium wrap-anywhere">{name}</p>
      <p className="text-muted text-secondary">{about}</p>
    </div>
    <div className="flex shrink-0 items-center gap-2">{children}</div>
  </li>
)

/** What signing in asks for beside the password, and the ways to change it. */
export function FactorsCard({ factors, calls }: { factors: OwnFactors; calls: FactorCalls }) {
  const [open, setOpen] = useState<OpenFactorDialog>()
  const { isOn, hasAuthenticator, passkeys, recoveryCodesLeft } = factors
  const isOnly = Number(hasAuthenticator) + passkeys.length === 1
  const stays = isOnly && calls.keepsOne
  return (
    <Card>
      <CardHeader
        title={
          <span className="flex items-center gap-2">
            Second factor
            <Badge tone={isOn ? 'success' : 'neutral'}>{isOn ? 'On' : 'Off'}</Badge>
          </span>
        }
        description={
          isOn
            ? 'Signing in asks for one of these as well, and so does what could do harm.'
            : 'With one, a stolen password is not enough: signing in asks for a passkey or a code as well.'
        }
      />
      <ul className="mt-4 divide-y divide-line border-line border-t">
        <FactorRow
          name="Authenticator app"
          about={hasAuthenticator ? 'Shows a code of six digits.' : 'An app on your phone that shows codes.'}
        >
          {hasAuthenticator ? (
            <Button
              size="small"
              variant="quiet"
              unavailable={stays}
              onClick={() => setOpen({ name: 'remove app' })}
            >
              Remove
            </Button>
          ) : (
            <Button size="small" onClick={() => setOpen({ name: 'add app' })}>
              Set up
            </Button>
          )}
        </FactorRow>
        {passkeys.map((passkey) => (
          <FactorRow key={passkey.id} name={passkey.name} about={aboutPasskey(passkey)}>
            <Button
              size="small"
              variant="quiet"
              aria-label={`Rename ${passkey.name}`}
              onClick={() => setOpen({ name: 'rename', passkey })}
            >
              Rename
            </Button>
            <Button
              size="small"
              variant="quiet"
              aria-label={`Remove ${passkey.name}`}
              unavailable={stays}
              onClick={() => setOpen({ name: 'remove passkey', passkey })}
            >
              Remove
            </Button>
          </FactorRow>
        ))}
        <FactorRow
          name={passkeys.length > 0 ? 'Another passkey' : 'Passkeys'}
          about="A fingerprint, your face, a PIN or a security key. A page that imitates ours gets nothing from it."
        >
          <Button
            size="small"
            unavailable={
              !canHavePasskeys() && 'This browser has no passkeys at this address. Use an authenticator app.'
            }
            onClick={() => setOpen({ name: 'add passkey' })}
          >
            Add a passkey
          </Button>
        </FactorRow>
        {isOn && (
          <FactorRow
            name="Recovery codes"
            about={`${recoveryCodesLeft} of ${recoveryCodeCount} recovery codes left. Each signs you in once when all else is lost.`}
          >
            <Button size="small" onClick={() => setOpen({ name: 'new codes' })}>
              New recovery codes
            </Button>
          </FactorRow>
        )}
      </ul>
      <FactorDialogs open={open} setOpen={setOpen} calls={calls} isOnly={isOnly} />
    </Card>
  )
}

const aboutPasskey = ({ createdAt, lastUsedAt }: Passkey): string =>
  `Passkey, added ${momentText(createdAt)}, ${lastUsedAt ? `last used ${clockText(lastUsedAt)}` : 'not used yet'}.`
