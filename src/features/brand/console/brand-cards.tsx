import { brandMaxima } from '#base/brand/brand.ts'
import { Card, CardHeader } from '#ui/card.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { PictureField } from './picture-field.tsx'
import type { DraftForm } from './use-brand-draft.ts'

export function NameCard({ form: { field, problems } }: { form: DraftForm }) {
  return (
    <Card>
      <CardHeader title="Name and addresses" />
      <div className="mt-4 grid gap-x-4 gap-y-3 sm:grid-cols-2">
        <Field
          label="Product name"
          hint={`At most ${brandMaxima.productName} characters`}
          error={problems.productName}
        >
          <Input {...field('productName')} autoComplete="off" />
        </Field>
        <Field label="Support address" error={problems.supportEmail}>
          <Input {...field('supportEmail')} type="email" autoComplete="off" />
        </Field>
        <Field
          label="Help link"
          hint="Behind the question mark in the top bar; empty for none"
          error={problems.helpUrl}
          className="sm:col-span-2"
        >
          <Input {...field('helpUrl')} type="url" autoComplete="off" />
        </Field>
        <Field
          label="Mail footer"
          hint="Below every mail to customers and colleagues; empty for none"
          error={problems.mailFooter}
          className="sm:col-span-2"
        >
          <Textarea {...field('mailFooter')} rows={2} className="min-h-16" />
        </Field>
      </div>
    </Card>
  )
}

export function PicturesCard({ form: { draft, set, problems } }: { form: DraftForm }) {
  return (
    <Card>
      <CardHeader
        title="Pictures"
        description="PNG or JPEG, at most 96 KB and 1,024 pixels a side. Without them the name is set in type."
      />
      <div className="mt-4 grid gap-4 sm:grid-cols-3">
        <PictureField
          label="Logo"
          picture={draft.logo}
          error={problems.logo}
          onChange={(logo) => set({ logo })}
        />
        <PictureField
          label="Logo on dark"
          picture={draft.logoDark}
          error={problems.logoDark}
          onDark
          onChange={(logoDark) => set({ logoDark })}
        />
        <PictureField
          label="Mark"
          picture={draft.mark}
          error={problems.mark}
          onChange={(mark) => set({ mark })}
        />
      </div>
    </Card>
  )
}

export function BannerCard({ form: { field, problems } }: { form: DraftForm }) {
  return (
    <Card>
      <CardHeader
        title="Banner"
        description="The strip above customers’ pages. With a code it shows only while the code is valid at the payment provider."
      />
      <div className="mt-4 grid gap-x-4 gap-y-3 sm:grid-cols-3">
        <Field
          label="Text"
          hint={`At most ${brandMaxima.bannerText} characters; empty for no banner`}
          error={problems.bannerText}
          className="sm:col-span-3"
        >
          <Textarea {...field('bannerText')} rows={2} className="min-h-16" />
        </Field>
        <Field label="Code" error={problems.bannerCode}>
          <Input {...field('bannerCode')} autoComplete="off" className="font-mono" />
        </Field>
        <Field label="Shown from" hint="Empty: at once" error={problems.bannerFrom}>
          <Input {...field('bannerFrom')} type="datetime-local" />
        </Field>
        <Field label="Shown until" hint="Empty: until it is changed" error={problems.bannerUntil}>
          <Input {...field('bannerUntil')} type="datetime-local" />
        </Field>
      </div>
    </Card>
  )
}

export function PanelCard({ form: { draft, set, field, problems } }: { form: DraftForm }) {
  return (
    <Card>
      <CardHeader title="Sign-in panel" description="What a customer says, beside the sign-in form." />
      <div className="mt-4 grid gap-x-4 gap-y-3 sm:grid-cols-2">
        <Field
          label="Words"
          hint={`At most ${brandMaxima.quote} characters`}
          error={problems.quote}
          className="sm:col-span-2"
        >
          <Textarea {...field('quote')} rows={3} />
        </Field>
        <Field label="Who says it" error={problems.name}>
          <Input {...field('name')} autoComplete="off" />
        </Field>
        <Field label="Role" error={problems.role}>
          <Input {...field('role')} autoComplete="off" />
        </Field>
        <Checkbox
          checked={draft.sample}
          onCheckedChange={(sample) => set({ sample })}
          className="sm:col-span-2"
        >
          Nobody has said this: mark it as a sample
        </Checkbox>
      </div>
    </Card>
  )
}
