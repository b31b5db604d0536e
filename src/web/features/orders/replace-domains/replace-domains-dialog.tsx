import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { replaceDomains } from '#shared/api/domains.ts'
import { type AvailabilityResult, judgeAvailability } from '#shared/domains/domain-availability.ts'
import type { DomainType } from '#shared/domains/domain-type.ts'
import {
  type ReplaceDomainsBody,
  type Replacement,
  replaceDomainsMessages,
  replaceDomainsOutcome,
  replacementsKey,
} from '#shared/domains/replace-domains.ts'
import { costsNoMore, formatUsd, quoteItems, replacementItems } from '#shared/money/pricing.ts'
import { type DomainOption, domainsPerCallMax, replacementDueHours } from '#shared/plans/catalog.ts'
import { countOf } from '#shared/text/count-of.ts'
import { ApiError, call } from '../../../api.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { ChoiceCard } from '../../../ui/choice-card.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast.ts'
import { refetchOrders } from '../orders-query.ts'
import { ReplacedDialog } from './replaced-dialog.tsx'
import { ReplacementColumns, ReplacementList } from './replacement-list.tsx'
import { ReplacementRow } from './replacement-row.tsx'
import { useReplaceDraft } from './use-replace-draft.ts'
import { verifyReplacements } from './verify-replacements.ts'

/** A free name may be anybody's after a while. */
const validForMs = 10 * 60_000
const placeholders: Record<DomainOption, string> = { purchase: 'acmeoutreach.com', own: 'example.com' }

export interface ReplaceableDomain {
  domain: string
  domainType: DomainType
  replacementOrdered?: boolean | undefined
  /** Its registration was paid and could not be had: another one that costs no more is free. */
  isPaidFor?: boolean
}

interface ReplaceDomainsDialogProps {
  domains: readonly ReplaceableDomain[]
  /** One domain could not be set up, and another one is chosen for it. */
  isAnotherChoice?: boolean
  onClose: () => void
}

/** Puts other domains in the place of these. */
export default function ReplaceDomainsDialog({
  domains,
  isAnotherChoice = false,
  onClose,
}: ReplaceDomainsDialogProps) {
  const [listed] = useState(domains)
  const originals = listed.filter(({ replacementOrdered }) => !replacementOrdered)
  const form = useReplaceDraft(
    originals.map(({ domain }) => domain),
    isAnotherChoice ? 'purchase' : undefined,
  )
  const { option, replacements } = form.draft
  const [editing, setEditing] = useState(isAnotherChoice ? originals[0]?.domain : undefined)
  /** What was validated, and when: only this may be confirmed, and not for ever. */
  const [validated, setValidated] = useState<{ key: string; body: ReplaceDomainsBody; at: number }>()
  const [replaced, setReplaced] = useState<{ results: Replacement[]; warning: string | undefined }>()

  const validating = useMutation({
    mutationFn: (body: ReplaceDomainsBody) =>
      verifyReplacements(
        body.map(({ newDomain }) => newDomain),
        option ?? 'own',
      ),
    meta: { quiet: true },
    onSuccess: (verdict, body) => {
      form.block(verdict.blocked)
      if (!verdict.ok) return toast.error(verdict.message)
      toast.success(verdict.message)
      setValidated({ key: replacementsKey(form.draft), body, at: Date.now() })
    },
    onError: (error) =>
      toast.error(
        error instanceof ApiError && error.status < 500
          ? error.message
          : replaceDomainsMessages.validationFailed,
      ),
  })

  const confirm = async () => {
    const isValid = validated && Date.now() - validated.at < validForMs
    if (!isValid || validated.key !== replacementsKey(form.draft)) {
      toast.error(replaceDomainsMessages.notValidated)
      return
    }
    try {
      const outcome = replaceDomainsOutcome(await call(replaceDomains, { body: validated.body }))
      if (outcome.kind === 'failed') return toast.error(outcome.message)
      void refetchOrders()
      if (outcome.kind === 'pay') {
        window.location.assign(outcome.url)
        // The confirmation stays, busy, until the payment page has come.
        return await new Promise<never>(() => {})
      }
      setReplaced(outcome)
    } catch (error) {
      form.block(blockedIn(error, validated.body, option))
      toast.error(messageOf(error))
    }
  }

  const submit = () => {
    const outcome = form.check()
    if (outcome.ok) validating.mutate(outcome.value)
    else toast.error(outcome.problem.message)
  }

  if (replaced) return <ReplacedDialog {...replaced} isOwn={option === 'own'} onClose={onClose} />
  const checked = form.check()
  const isOpenEntry = editing !== undefined
  const blocking =
    (isOpenEntry && 'Save or cancel the domain you are entering first.') ||
    (replacements.length > domainsPerCallMax && replaceDomainsMessages.tooMany) ||
    (!checked.ok && checked.problem.message)
  const priced = quoteItems(
    replacementItems(
      option ?? 'own',
      replacements.filter((each) => !isFree(each, listed)).map(({ newDomain }) => newDomain),
    ),
  )
  return (
    <Dialog
      open
      size="wide"
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={isAnotherChoice ? 'Choose Another Domain' : 'Replace Domains'}
      description={
        isAnotherChoice
          ? `It takes the place of the one that could not be set up, and is delivered within ${replacementDueHours} hours.`
          : `New domains are delivered within ${replacementDueHours} hours. The old ones go on sending until then; after that their inboxes are deactivated.`
      }
      unsaved={replacements.length > 0 || isOpenEntry}
      footer={
        <>
          {priced.totalCents > 0 && (
            <p className="mr-auto text-muted text-secondary tabular-nums max-sm:basis-full">
              {formatUsd(priced.totalCents)} once, for registration
            </p>
          )}
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            unavailable={blocking}
            loading={validating.isPending}
            loadingText="Validating..."
            onClick={submit}
          >
            {replacements.length > 0
              ? `Replace ${countOf(replacements.length, 'domain')}`
              : 'Replace domains'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <div role="radiogroup" aria-label="Replacement option" className="grid gap-3 sm:grid-cols-2">
          <ChoiceCard
            title="Purchase new domains"
            isChosen={option === 'purchase'}
            onChoose={() => form.choose('purchase')}
          >
            We register them for you.
          </ChoiceCard>
          <ChoiceCard
            title="Use domains you own"
            isChosen={option === 'own'}
            onChoose={() => form.choose('own')}
          >
            At no cost. You point their name servers to us.
          </ChoiceCard>
        </div>
        {listed.some(({ isPaidFor }) => isPaidFor) && (
          <Alert tone="info">
            This domain has been paid for and could not be registered. Another one that costs no more takes
            its place at no cost.
          </Alert>
        )}
        <div className="rounded-control border border-line">
          <table className="w-full text-left">
            <ReplacementColumns />
            <tbody className="divide-y divide-line">
              {listed.map((original) => {
                const replacement = form.replacementOf(original.domain)
                return (
                  <ReplacementRow
                    key={original.domain}
                    original={original}
                    replacement={replacement}
                    problem={replacement && form.problemOf(replacement)}
                    placeholder={placeholders[option ?? 'own']}
                    unavailable={!option && replaceDomainsMessages.noOption}
                    isEditing={editing === original.domain}
                    onEdit={(isEditing) => setEditing(isEditing ? original.domain : undefined)}
                    onReplace={(name) => form.replace(original.domain, name)}
                    onRemove={() => form.remove(original.domain)}
                    onYours={() => replacement && form.unblock(replacement.newDomain)}
                  />
                )
              })}
            </tbody>
          </table>
        </div>
      </div>
      <ConfirmDialog
        open={validated !== undefined}
        wide
        onOpenChange={(isOpen) => isOpen || setValidated(undefined)}
        title="Confirm Domain Replacement"
        confirmLabel="Confirm Replacement"
        cancelLabel="Back to Edit"
        onConfirm={confirm}
      >
        <p className="mb-3">
          {priced.totalCents > 0
            ? `You pay ${formatUsd(priced.totalCents)} for the registration on the next page; nothing is replaced before.`
            : 'The new domains are set up at once.'}
        </p>
        <ReplacementList replacements={validated?.body ?? []} />
      </ConfirmDialog>
    </Dialog>
  )
}

const isFree = ({ originalDomain, newDomain }: Replacement, listed: readonly ReplaceableDomain[]): boolean =>
  costsNoMore(newDomain, originalDomain) &&
  listed.some(({ domain, isPaidFor }) => domain === originalDomain && isPaidFor)

/** A name that was taken since it was validated comes back with what could be had instead. */
function blockedIn(error: unknown, body: ReplaceDomainsBody, option: DomainOption | undefined) {
  const details =
    error instanceof ApiError ? (error.details as { results?: AvailabilityResult[] } | undefined) : undefined
  const results = details?.results ?? []
  const names = body
    .map(({ newDomain }) => newDomain)
    .filter((name) => results.some(({ domain }) => domain === name))
  return judgeAvailability(names, results, option ?? 'own').blocked
}

const messageOf = (error: unknown): string =>
  !(error instanceof ApiError)
    ? replaceDomainsMessages.crashed
    : error.status < 500
      ? error.message
      : replaceDomainsMessages.failed
