import { type CSSProperties, useState } from 'react'
import { type Accent, shippedAccent, surfaces, type Theme } from '#base/brand/accent.ts'
import { accentVariables } from '#base/brand/brand-css.ts'
import { hexColour } from '#base/brand/contrast.ts'
import { type BrandPicture, picturePath } from '#base/brand/picture.ts'
import { TabPanel, Tabs } from '#ui/tabs.tsx'
import { GlyphShape } from '#ui/wordmark.tsx'
import type { BrandDraft } from './brand-draft.ts'

const views = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'panel', label: 'Sign-in' },
  { value: 'mail', label: 'Mail' },
] as const
type View = (typeof views)[number]['value']

/** What is being chosen, as customers will see it. */
export function BrandPreview({ draft }: { draft: BrandDraft }) {
  const [view, setView] = useState<View>('light')
  return (
    <section aria-label="Preview">
      <Tabs label="Preview" value={view} onValueChange={setView} tabs={views}>
        <TabPanel value="light">
          <PagePreview draft={draft} theme="light" />
        </TabPanel>
        <TabPanel value="dark">
          <PagePreview draft={draft} theme="dark" />
        </TabPanel>
        <TabPanel value="panel">
          <PanelPreview draft={draft} />
        </TabPanel>
        <TabPanel value="mail">
          <MailPreview draft={draft} />
        </TabPanel>
      </Tabs>
    </section>
  )
}

const frame = 'overflow-hidden rounded-card border border-line bg-page text-text'

/** A colour that is being typed counts once it is one. */
function accentOf({ light, dark }: BrandDraft): Accent {
  return {
    light: hexColour.test(light) ? light : shippedAccent.light,
    dark: hexColour.test(dark) ? dark : shippedAccent.dark,
  }
}

/** The built styles have the colours of the page's own theme: those of the other one are given to what shows it. */
const looksOf = (theme: Theme): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ ...surfaces[theme], ...inks[theme] }).map(([name, colour]) => [
      `--color-${name}`,
      colour,
    ]),
  )
const inks: Record<Theme, Record<string, string>> = {
  light: {
    text: 'oklch(0.21 0.01 258)',
    line: 'oklch(0.92 0.004 258)',
    hover: 'oklch(0.955 0.004 258)',
    primary: 'oklch(0.23 0.01 258)',
  },
  dark: {
    text: 'oklch(0.95 0.004 258)',
    line: 'oklch(0.28 0.008 258)',
    hover: 'oklch(0.245 0.008 258)',
    primary: 'oklch(0.95 0.003 258)',
  },
}

function PagePreview({ draft, theme }: { draft: BrandDraft; theme: Theme }) {
  const style = {
    ...accentVariables(accentOf(draft)),
    ...looksOf(theme),
    colorScheme: theme,
  } as CSSProperties
  return (
    <div style={style} className={frame}>
      {draft.bannerText.trim() && (
        <p className="border-line border-b bg-sunken px-4 py-2 text-center font-medium text-accent text-secondary wrap-anywhere">
          {draft.bannerText}
        </p>
      )}
      <div className="flex h-bar min-w-0 items-center border-line border-b px-4">
        <NamePreview draft={draft} logo={theme === 'dark' ? (draft.logoDark ?? draft.logo) : draft.logo} />
      </div>
      <div className="flex flex-col items-start gap-3 bg-surface p-4">
        <p className="text-secondary">
          Write to{' '}
          <span translate="no" className="link wrap-anywhere">
            {draft.supportEmail}
          </span>
        </p>
        <span className="rounded-mark bg-accent px-2 py-0.5 font-medium text-label text-on-accent">
          Chosen
        </span>
        <span className="rounded-mark border border-accent px-2 py-0.5 text-accent text-label">
          In progress
        </span>
        <span className="h-1 w-full rounded-full bg-hover">
          <span className="block h-full w-3/5 rounded-full bg-accent" />
        </span>
      </div>
    </div>
  )
}

function NamePreview({ draft, logo }: { draft: BrandDraft; logo: BrandPicture | null }) {
  if (logo)
    return <img src={picturePath(logo)} alt={draft.productName} className="h-7 max-w-40 object-contain" />
  return (
    <span className="inline-flex min-w-0 items-center gap-2">
      {draft.mark ? (
        <img src={picturePath(draft.mark)} alt="" className="size-5 shrink-0 object-contain" />
      ) : (
        <GlyphShape className="size-5 shrink-0 rounded-[25%] fill-primary" />
      )}
      <span className="truncate font-semibold text-card-title tracking-[-0.02em]">
        {draft.productName.toLowerCase()}
      </span>
    </span>
  )
}

function PanelPreview({ draft: { quote, name, role, sample } }: { draft: BrandDraft }) {
  return (
    <figure className={`${frame} dot-grid bg-sunken p-6`}>
      <blockquote className="text-balance font-medium text-card-title wrap-anywhere">“{quote}”</blockquote>
      <figcaption className="mt-4 text-secondary wrap-anywhere">
        <span className="block font-medium">{name}</span>
        <span className="block text-muted">{role}</span>
        {sample && <span className="text-label text-muted">Sample</span>}
      </figcaption>
    </figure>
  )
}

function MailPreview({ draft: { productName, supportEmail, mailFooter } }: { draft: BrandDraft }) {
  return (
    <div className={`${frame} bg-surface p-4 text-secondary`}>
      <p className="border-line border-b pb-2 wrap-anywhere">
        <span className="font-medium">{productName}</span>
        <span className="block text-muted">New sign-in to {productName}</span>
      </p>
      <p className="mt-3 whitespace-pre-wrap wrap-anywhere">
        {`Hello Ada,\n\nif that was not you, write to ${supportEmail}.`}
        {mailFooter.trim() && `\n\n-- \n${mailFooter.trim()}`}
      </p>
    </div>
  )
}
