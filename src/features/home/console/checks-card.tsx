import { useQuery } from '@tanstack/react-query'
import { mayStaff } from '#base/access.ts'
import { numberText } from '#base/text/number-text.ts'
import { type LastLook, runChecks } from '#features/checks/api/console-checks.ts'
import type { Finding } from '#features/checks/rules/checks.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card, CardHeader } from '#ui/card.tsx'
import { callStaff } from '#ui/console/call-staff.ts'
import { useStaff } from '#ui/console/staff-session.ts'
import { useStaffAction } from '#ui/console/use-staff-action.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Loaded } from '#ui/frame/loaded.tsx'
import { clockText } from '#ui/time-texts.ts'
import { checksQuery, keepChecks } from './home-queries.ts'

/** What the last look at third parties and accounts found, and a button for another. */
export function ChecksCard() {
  const checks = useQuery(checksQuery)
  const { role } = useStaff()
  const looking = useStaffAction({
    mutationFn: () => callStaff(runChecks, {}),
    onSuccess: keepChecks,
  })
  const look = checks.data?.look
  return (
    <Card flush className="mt-5 overflow-hidden">
      <div className="border-line border-b px-5 py-3.5">
        <CardHeader
          title="Checks"
          description={
            look
              ? `Looked ${clockText(look.lookedAt)} by ${look.lookedBy}: ${summaryOf(look.findings)}`
              : 'Whether each third party is configured, reachable and permitted.'
          }
          actions={
            mayStaff(role, 'work.do') && (
              <Button onClick={() => looking.mutate()} loading={looking.isPending}>
                Check now
              </Button>
            )
          }
        />
      </div>
      <Loaded query={checks} failed="What the last look found could not be loaded.">
        {(known) =>
          known.look ? (
            <Findings {...known.look} />
          ) : (
            <EmptyState title="Nobody has looked yet">
              A check asks each third party once whether our credentials are good for what the product does.
            </EmptyState>
          )
        }
      </Loaded>
    </Card>
  )
}

const summaryOf = (findings: readonly Finding[]): string => {
  const wrong = findings.filter(({ ok }) => !ok).length
  return wrong === 0 ? 'all is well.' : `${numberText(wrong)} to mend.`
}

/** What is wrong first. */
const Findings = ({ findings }: LastLook) => (
  <ul aria-label="Checks">
    {[...findings]
      .sort((a, b) => Number(a.ok) - Number(b.ok))
      .map((finding) => (
        <li
          key={finding.what}
          className="grid grid-cols-[4.5rem_minmax(0,1fr)] items-baseline gap-x-3 border-line border-t px-5 py-2.5 first:border-t-0 max-sm:grid-cols-1"
        >
          <span className="max-sm:mb-1">
            <Badge tone={finding.ok ? 'success' : 'danger'}>{finding.ok ? 'Well' : 'Mend'}</Badge>
          </span>
          <div className="min-w-0">
            <span className="font-medium wrap-anywhere">{finding.what}</span>
            {[finding.reason, finding.mend, finding.note].map(
              (text) =>
                text && (
                  <p key={text} className="whitespace-pre-line text-muted text-secondary wrap-anywhere">
                    {text}
                  </p>
                ),
            )}
          </div>
        </li>
      ))}
  </ul>
)
