import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef } from 'react'
import { countOf } from '#base/text/count-of.ts'
import { displayForwardingUrl } from '#features/forwarding/rules/display-forwarding-url.ts'
import { CompanyNameField } from '#features/ordering/web/basics/company-name-field.tsx'
import { ForwardingField } from '#features/ordering/web/basics/forwarding-field.tsx'
import { profilePictureLinkMessages } from '#features/people/rules/profile-picture-link.ts'
import { ProfilePictureField } from '#features/people/web/profile-picture-field.tsx'
import { isFileTool } from '#features/tools/rules/sending-tools.ts'
import { orderEditLookupMessages } from '#features/tools/rules/workspace-lookup.ts'
import { OtherWorkspaceNote } from '#features/tools/web/credentials/other-workspace-note.tsx'
import { ToolChoice } from '#features/tools/web/credentials/tool-choice.tsx'
import { ToolCredentialFields } from '#features/tools/web/credentials/tool-credential-fields.tsx'
import { UntriedNote } from '#features/tools/web/credentials/untried-note.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DialogPlace } from '#ui/dialog-place.tsx'
import { failureText } from '#ui/frame/failure-text.ts'
import { intoView } from '#ui/into-view.ts'
import { MissingPart } from '#ui/missing-parts.tsx'
import { SkeletonText } from '#ui/skeleton.tsx'
import type { GroupDetails } from '../../api/groups.ts'
import type { ActionDialogProps } from '../shared/action-dialog-props.ts'
import { ChangedMeanwhile, isChangedMeanwhile } from '../shared/changed-meanwhile.tsx'
import { groupQuery } from '../shared/orders-query.ts'
import { placeOf, storedOf } from './order-entries.ts'
import { type OrderEdit, useOrderEdit } from './use-order-edit.ts'

interface SharedConnectionProps {
  sharedWith: GroupDetails['sendingTool']['sharedWith']
  isSameTool: boolean
}

/** Whom a correction of the credentials concerns beside this order. */
function SharedConnection({ sharedWith, isSameTool }: SharedConnectionProps) {
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

/** The order's sending tool and its credentials. */
function ToolFieldset({ edit, isBeginning }: { edit: OrderEdit; isBeginning: boolean }) {
  const { group, entries, problems } = edit
  const { tool, sharedWith } = group.sendingTool
  return (
    <fieldset data-beginning={isBeginning || undefined} className="flex flex-col gap-4">
      <legend className="mb-1.5 font-medium text-secondary">Sending Tool</legend>
      {sharedWith.length > 0 && (
        <SharedConnection sharedWith={sharedWith} isSameTool={entries.tool === tool} />
      )}
      <ToolChoice tool={entries.tool} onChoose={edit.chooseTool} />
      {isFileTool(entries.tool) ? (
        <p className="text-muted">
          No credentials are needed. A CSV of usernames and passwords will be sent to you.
        </p>
      ) : (
        <ToolCredentialFields
          key={entries.tool}
          tool={entries.tool}
          place={placeOf(group)}
          values={entries.values}
          stored={storedOf(entries, group)}
          connectionId={group.sendingTool.connectionId}
          problems={problems.tool}
          instantlyTexts={orderEditLookupMessages}
          onChange={edit.enterValue}
        />
      )}
    </fieldset>
  )
}

interface OrderEditDialogProps {
  group: GroupDetails
  /** It is opened for the credentials: they come first for the keys, and into view. */
  forCredentials?: boolean
  onClose: () => void
}

/** Corrects where an order's domains lead, whom it is for, and the credentials of its sending tool. */
export default function OrderEditDialog({ group, forCredentials = false, onClose }: OrderEditDialogProps) {
  const formId = useId()
  const edit = useOrderEdit(group, onClose)
  const { entries, problems, enter, isChanged, saving } = edit
  const form = useRef<HTMLFormElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each try
  useEffect(() => {
    form.current?.querySelector('[aria-invalid="true"]')?.scrollIntoView({ block: 'center' })
  }, [edit.tries, saving.error])
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      title="Edit Order"
      description="What you correct here takes effect on the order's domains and mailboxes immediately. Inboxes that move to another tool, workspace or account take longer: you're told how long first."
      unsaved={isChanged && !saving.isSuccess}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            type="submit"
            form={formId}
            unavailable={!isChanged && 'Nothing has been changed yet.'}
            loading={saving.isPending}
            loadingText="Saving..."
          >
            Save Changes
          </Button>
        </>
      }
    >
      <form ref={form} id={formId} noValidate onSubmit={edit.submit} className="flex flex-col gap-3">
        {edit.news && (
          <div ref={intoView}>
            <ChangedMeanwhile news={edit.news} />
          </div>
        )}
        <ForwardingField
          label="Forwarding Domain"
          hint="For all running domains of this order."
          error={problems.forwarding}
          value={entries.forwarding}
          onChange={(forwarding) => enter({ forwarding })}
        />
        <CompanyNameField
          label="Organization Name"
          hint="For this order alone."
          error={problems.companyName}
          value={entries.companyName}
          onChange={(companyName) => enter({ companyName })}
        />
        {group.domains.some(({ domainType }) => domainType === 'Google') && (
          <ProfilePictureField
            label="Profile Picture (Google Drive Link)"
            hint={profilePictureLinkMessages.sharing}
            error={problems.picture}
            value={entries.profilePictureLink}
            onChange={(profilePictureLink) => enter({ profilePictureLink })}
          />
        )}
        <ToolFieldset edit={edit} isBeginning={forCredentials} />
        <Refusal edit={edit} />
      </form>
    </Dialog>
  )
}

/** The same from the list of orders, for credentials that the sending tool refuses: what stands there is fetched first. */
export function CorrectCredentialsDialog({ groups, onClose }: ActionDialogProps) {
  const { data, error, isFetching, refetch } = useQuery(groupQuery(groups[0]?.groupId ?? ''))
  if (data) return <OrderEditDialog group={data} forCredentials onClose={onClose} />
  return (
    <DialogPlace frame="medium" title="Edit Order" onClose={onClose}>
      {error ? (
        <MissingPart isRetrying={isFetching} onRetry={() => void refetch()} />
      ) : (
        <div role="status" aria-label="Loading the details">
          <SkeletonText lines={4} />
        </div>
      )}
    </DialogPlace>
  )
}

/** Why nothing was saved, and what can be done about it; but for what the dialog tells elsewhere. */
function Refusal({ edit: { trial, saving, saveAnyway, nameOpened, moveInboxes } }: { edit: OrderEdit }) {
  const { error, isPending } = saving
  if (!error || isChangedMeanwhile(error)) return null
  // Another one for each try.
  return (
    <div key={saving.submittedAt} ref={intoView} className="flex flex-col gap-3 empty:hidden">
      {trial?.isUntried && (
        <UntriedNote message={trial.message} isSaving={isPending} onSaveAnyway={saveAnyway} />
      )}
      {trial?.opens && (
        <OtherWorkspaceNote
          message={trial.message}
          opens={trial.opens}
          isSaving={isPending}
          onUse={() => trial.opens && nameOpened(trial.opens)}
        />
      )}
      {trial?.moves !== undefined && (
        <Alert
          tone="warning"
          title="These credentials open another place"
          action={
            <Button size="small" loading={isPending} onClick={moveInboxes}>
              Move {countOf(trial.moves, 'inbox', 'inboxes')}
            </Button>
          }
        >
          {trial.message}
        </Alert>
      )}
      {!trial && <Alert title="The changes were not saved">{failureText(error)}</Alert>}
    </div>
  )
}
