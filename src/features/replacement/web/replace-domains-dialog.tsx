import { useEffect, useState } from 'react'
import { countOf } from '#base/text/count-of.ts'
import { formatUsd } from '#base/text/usd.ts'
import { costsNoMore, quoteItems, replacementItems } from '#features/checkout/rules/pricing.ts'
import { allowsOwnDomains, ownUnavailable } from '#features/ordering/rules/order-draft.ts'
import { doneDomains } from '#features/orders/rules/order-actions.ts'
import type { ActionDialogProps } from '#features/orders/web/shared/action-dialog-props.ts'
import { type DomainOption, domainsPerCallMax, replacementDueHours } from '#features/plans/rules/catalog.ts'
import type { Prices } from '#features/plans/rules/price-list.ts'
import { isFileTool } from '#features/tools/rules/sending-tools.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { ChoiceCards } from '#ui/choice-cards.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { CancelledPayment } from '#ui/frame/cancelled-payment.tsx'
import { useLeaveToPay } from '#ui/frame/left-to-pay.ts'
import { useConfig } from '#ui/frame/use-config.ts'
import { lookAtPricesAgain, usePrices } from '#ui/frame/use-prices.ts'
import { overlapCost } from '../rules/overlap.ts'
import {
  overlapPromises,
  type Replacement,
  replaceDomainsMessages,
  replacementPromises,
  replacementStarts,
} from '../rules/replace-request.ts'
import { OverlapChoice } from './overlap-choice.tsx'
import { PasteNames } from './paste-names.tsx'
import { ReadySpares } from './ready-spares.tsx'
import { ReplacedDialog } from './replaced-dialog.tsx'
import { ReplacementColumns, ReplacementList } from './replacement-list.tsx'
import { type ReplaceableDomain, ReplacementRow } from './replacement-row.tsx'
import { type ReplaceRequest, useReplaceRequest } from './use-replace-request.ts'
import { useReplacing } from './use-replacing.ts'

const anotherPromises: Record<DomainOption, string> = {
  purchase: `It takes the place of the one that isn’t working, and is delivered within ${replacementDueHours} hours.`,
  own: 'It takes the place of the one that is not set up yet, which is given up.',
}
const placeholders: Record<DomainOption, string> = { purchase: 'acmeoutreach.com', own: 'example.com' }

interface ReplaceDomainsDialogProps {
  domains: readonly ReplaceableDomain[]
  /** One domain is not set up, and another one is chosen for it: most likely in this way. */
  anotherChoice?: DomainOption
  /** Their mailboxes are handed over as a file. */
  isFile?: boolean
  onClose: () => void
}

/** Puts other domains in the place of these. */
export default function ReplaceDomainsDialog({
  domains,
  anotherChoice,
  isFile = false,
  onClose,
}: ReplaceDomainsDialogProps) {
  const [listed] = useState(domains)
  const replaceable = listed.filter(({ replacementOrdered }) => !replacementOrdered)
  const originals = replaceable.map(({ domain }) => domain)
  const spent = replaceable.filter(({ isSpent }) => isSpent).length
  const form = useReplaceRequest(originals, anotherChoice)
  const { option, request } = form
  const withOverlap = form.overlap === 'overlap'
  const left = originals.length - request.length
  const { open, list } = form
  const prices = usePrices()
  const centsAt = (at: Prices) => priceOf(request, { option, listed, prices: at })
  const cents = centsAt(prices)
  const pay = useLeaveToPay('replace', originals.join(' '))
  const replacing = useReplacing(form, { shownCents: cents, centsAt, leave: pay.leave })
  const { replaced } = replacing
  // What the page has fetched may be some minutes old.
  useEffect(() => void lookAtPricesAgain(), [])
  if (replaced) return <ReplacedDialog {...replaced} onClose={onClose} />

  const isOpenEntry = open !== undefined
  const close = () => {
    pay.forget()
    onClose()
  }
  const isOpenList = Boolean(list?.trim())
  return (
    <Dialog
      open
      size="wide"
      onOpenChange={(isOpen) => isOpen || close()}
      title={anotherChoice ? 'Choose Another Domain' : 'Replace Domains'}
      description={
        anotherChoice
          ? anotherPromises[anotherChoice]
          : (withOverlap ? overlapPromises : replacementPromises)[option ?? 'either']
      }
      unsaved={request.length > 0 || isOpenEntry || isOpenList}
      footer={
        <>
          {cents > 0 && (
            <p className="mr-auto text-muted text-secondary tabular-nums max-sm:basis-full">
              {formatUsd(cents)} once, for registration
            </p>
          )}
          <Button variant="quiet" onClick={close}>
            Cancel
          </Button>
          <Button
            variant="primary"
            unavailable={whyUnavailable(form, { isOpenEntry, isOpenList })}
            loading={replacing.isValidating}
            loadingText="Validating..."
            onClick={replacing.submit}
          >
            {request.length > 0 ? `Replace ${countOf(request.length, 'domain')}` : 'Replace domains'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <CancelledPayment text={pay.cancelled}>
          <Button size="small" loading={replacing.isValidating} onClick={replacing.submit}>
            Try again
          </Button>
        </CancelledPayment>
        {!anotherChoice && <ReadySpares listed={listed} onDone={onClose} />}
        <OptionChoice listed={listed} chosen={option} onChoose={form.choose} />
        {listed.some(({ isPaidFor }) => isPaidFor) && (
          <Alert tone="info">
            You’ve already paid for this domain’s place. Another domain that costs no more takes it at no
            extra cost.
          </Alert>
        )}
        <ReplacementTable listed={listed} form={form} />
        {/* What is typed stays, whatever is entered for the domains one by one meanwhile. */}
        {!anotherChoice && (left > 1 || isOpenList) && (
          <PasteNames
            text={list}
            onText={form.setList}
            left={left}
            unavailable={!option && replaceDomainsMessages.noOption}
            onPaste={form.fill}
          />
        )}
        {/* What was never set up has nothing to go on with, nor has one whose place a spare took. */}
        {!anotherChoice && spent < replaceable.length && (
          <OverlapChoice
            chosen={form.overlap}
            onChoose={form.chooseOverlap}
            isFile={isFile}
            hasSpent={spent > 0}
          />
        )}
      </div>
      <Confirmation form={form} replacing={replacing} cents={cents} />
    </Dialog>
  )
}

/** Replaces delivered domains of the selected groups; which ones they were is kept while the dialog is open. */
export const ReplaceSelectedDialog = ({ order, groups, onClose }: ActionDialogProps) => (
  <ReplaceDomainsDialog
    domains={groups.flatMap((group) =>
      doneDomains([group]).map((domain) => ({ ...domain, plan: group.plan })),
    )}
    isFile={isFileTool(order.sendingTool)}
    onClose={onClose}
  />
)

/** Chooses another domain for each that the groups hold: ones that could not be set up. */
export const ChooseAnotherDialog = ({ groups, onClose }: ActionDialogProps) => (
  <ReplaceDomainsDialog
    domains={groups.flatMap(({ domains, plan }) =>
      domains.map((domain) => ({ ...domain, plan, isPaidFor: domain.trouble?.anotherDomain === 'free' })),
    )}
    anotherChoice="purchase"
    onClose={onClose}
  />
)

const options = [
  { value: 'purchase', title: 'Purchase new domains', about: 'We register them for you.' },
  {
    value: 'own',
    title: 'Use domains you own',
    about: 'At no cost. You point their name servers to us.',
  },
] as const

interface OptionChoiceProps {
  listed: readonly ReplaceableDomain[]
  chosen: DomainOption | undefined
  onChoose: (option: DomainOption) => void
}

/** Bought or brought along: the second only where the order could have been placed so. */
function OptionChoice({ listed, chosen, onChoose }: OptionChoiceProps) {
  const { planNames } = useConfig()
  const [isRefused, setRefused] = useState(false)
  const without = listed.map(({ plan }) => plan).find((plan) => plan && !allowsOwnDomains(plan))
  const choose = (option: DomainOption) => {
    const isSold = option === 'purchase' || !without
    setRefused(!isSold)
    if (isSold) onChoose(option)
  }
  return (
    <>
      <ChoiceCards label="Replacement option" choices={options} chosen={chosen} onChoose={choose} />
      {isRefused && without && <Alert tone="warning">{ownUnavailable(without, planNames)}</Alert>}
    </>
  )
}

interface ReplacementTableProps {
  listed: readonly ReplaceableDomain[]
  form: ReplaceRequest
}

const ReplacementTable = ({ listed, form }: ReplacementTableProps) => (
  <div className="rounded-control border border-line">
    <table aria-label="Replacements" className="w-full text-left">
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
              placeholder={placeholders[form.option ?? 'own']}
              unavailable={!form.option && replaceDomainsMessages.noOption}
              typed={form.open?.domain === original.domain ? form.open.text : undefined}
              onType={(text) =>
                form.setOpen(text === undefined ? undefined : { domain: original.domain, text })
              }
              onReplace={(name) => form.replace(original.domain, name)}
              onRemove={() => form.remove(original.domain)}
              onYours={() => replacement && form.unblock(replacement.newDomain)}
            />
          )
        })}
      </tbody>
    </table>
  </div>
)

interface ConfirmationProps {
  form: ReplaceRequest
  replacing: ReturnType<typeof useReplacing>
  /** What the new names cost. */
  cents: number
}

/** What is about to happen with the names that are available. */
const Confirmation = ({ form, replacing, cents }: ConfirmationProps) => (
  <ConfirmDialog
    open={replacing.validated !== undefined}
    wide
    onOpenChange={(isOpen) => isOpen || replacing.edit()}
    title="Confirm Domain Replacement"
    confirmLabel="Confirm Replacement"
    cancelLabel="Back to Edit"
    onConfirm={replacing.confirm}
  >
    <p className="mb-3">
      {cents > 0
        ? `You pay ${formatUsd(cents)} for the registration on the next page; nothing is replaced before.`
        : replacementStarts[form.option ?? 'purchase']}
      {form.overlap === 'overlap' && ` ${overlapCost}`}
    </p>
    <ReplacementList replacements={replacing.validated ?? []} />
  </ConfirmDialog>
)

interface OpenFields {
  /** A domain that is being entered. */
  isOpenEntry: boolean
  /** A list that is being pasted. */
  isOpenList: boolean
}

function whyUnavailable(form: ReplaceRequest, { isOpenEntry, isOpenList }: OpenFields): string | false {
  if (isOpenEntry) return 'Save or cancel the domain you are entering first.'
  if (isOpenList) return 'Enter or cancel the list you have pasted first.'
  if (form.request.length > domainsPerCallMax) return replaceDomainsMessages.tooMany
  const checked = form.check()
  return !checked.ok && checked.problem.message
}

/** What the new names cost, in cents; one in the place of a name that was paid for and not registered may be free. */
function priceOf(
  request: readonly Replacement[],
  {
    option,
    listed,
    prices,
  }: { option: DomainOption | undefined; listed: readonly ReplaceableDomain[]; prices: Prices },
): number {
  const isFree = ({ originalDomain, newDomain }: Replacement) =>
    costsNoMore(newDomain, originalDomain, prices) &&
    listed.some(({ domain, isPaidFor }) => domain === originalDomain && isPaidFor)
  const paid = request.filter((each) => !isFree(each)).map(({ newDomain }) => newDomain)
  return quoteItems(replacementItems(option ?? 'own', paid, prices)).totalCents
}
