import type { Brand } from '#base/brand/brand.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { AskBeforeLeaving } from '#ui/console/page/ask-before-leaving.tsx'
import { BannerCard, NameCard, PanelCard, PicturesCard } from './brand-cards.tsx'
import { choiceOfDraft, draftOf } from './brand-draft.ts'
import { BrandPreview } from './brand-preview.tsx'
import { ColoursCard } from './colours-card.tsx'
import { useBrandDraft } from './use-brand-draft.ts'

/** Everything that can be chosen, with what it will look like beside it. */
export function BrandForm({ brand, version }: { brand: Brand; version: number }) {
  const form = useBrandDraft(brand, version)
  const { draft, problems, formRef, ask, isAsking, setAsking, saving } = form
  const isSame = JSON.stringify(choiceOfDraft(draft)) === JSON.stringify(choiceOfDraft(draftOf(brand)))
  return (
    <form
      ref={formRef}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isSame) ask()
      }}
      className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_26rem]"
    >
      <div className="flex min-w-0 flex-col gap-5">
        {problems.form && <Alert>{problems.form}</Alert>}
        <NameCard form={form} />
        <ColoursCard form={form} />
        <PicturesCard form={form} />
        <BannerCard form={form} />
        <PanelCard form={form} />
      </div>
      <div className="sticky top-28 flex min-w-0 flex-col gap-4 max-xl:static">
        <BrandPreview draft={draft} />
        <Button
          type="submit"
          variant="primary"
          loading={saving.isPending}
          unavailable={isSame && 'Nothing is different from what is there now.'}
        >
          Save and show it
        </Button>
      </div>
      <AskBeforeLeaving unsaved={!isSame} />
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Show this to everybody?"
        confirmLabel="Save and show it"
        onConfirm={() => saving.mutateAsync()}
      >
        Every page, also those that are open, and every mail from now on has this name, look and words. The
        version before stays in the list below and can be brought back.
      </ConfirmDialog>
    </form>
  )
}
