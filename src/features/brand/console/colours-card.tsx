import { Check, X } from 'lucide-react'
import { accentChecks, ratioText, shippedAccent, type Theme, themes } from '#base/brand/accent.ts'
import { hexColour } from '#base/brand/contrast.ts'
import { Button } from '#ui/button.tsx'
import { Card, CardHeader } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import type { DraftForm } from './use-brand-draft.ts'

const themeNames: Record<Theme, string> = { light: 'On light pages', dark: 'On dark pages' }

/** The accent of each theme, and how well it can be read there. */
export function ColoursCard({ form }: { form: DraftForm }) {
  const { draft, set } = form
  const isShipped = draft.light === shippedAccent.light && draft.dark === shippedAccent.dark
  return (
    <Card>
      <CardHeader
        title="Colour"
        description="Links, selection, focus and progress. It has to be readable on every surface."
        actions={
          !isShipped && (
            <Button size="small" onClick={() => set(shippedAccent)}>
              Built-in colours
            </Button>
          )
        }
      />
      <div className="mt-4 grid gap-x-4 gap-y-3 sm:grid-cols-2">
        {themes.map((theme) => (
          <div key={theme} className="min-w-0">
            <ColourField theme={theme} form={form} />
            <Checks theme={theme} colour={draft[theme]} />
          </div>
        ))}
      </div>
    </Card>
  )
}

function ColourField({ theme, form: { draft, set, field, problems } }: { theme: Theme; form: DraftForm }) {
  const colour = draft[theme]
  return (
    <Field label={themeNames[theme]} error={problems[theme]}>
      <span className="flex gap-2">
        <input
          type="color"
          aria-label={`${themeNames[theme]}: choose a colour`}
          value={hexColour.test(colour) ? colour : '#000000'}
          onChange={({ target }) => set({ [theme]: target.value })}
          className="h-control w-14 shrink-0 cursor-pointer rounded-control border border-edge bg-surface p-1"
        />
        <Input {...field(theme)} autoComplete="off" spellCheck={false} className="font-mono" />
      </span>
    </Field>
  )
}

/** Each rule with what was measured, while the colour is being chosen. */
function Checks({ theme, colour }: { theme: Theme; colour: string }) {
  if (!hexColour.test(colour)) return null
  const checks = accentChecks({ ...shippedAccent, [theme]: colour }).filter((check) => check.theme === theme)
  return (
    <ul
      aria-label={`Contrast ${themeNames[theme].toLowerCase()}`}
      className="mt-1 flex flex-col gap-1 text-label"
    >
      {checks.map(({ what, ratio, needed }) => (
        <li key={what} className="flex items-start gap-1.5">
          {ratio >= needed ? (
            <Check aria-hidden className="mt-0.5 size-3.5 text-success" />
          ) : (
            <X aria-hidden className="mt-0.5 size-3.5 text-danger" />
          )}
          <span className={ratio >= needed ? 'text-muted' : 'text-danger'}>
            {what}: <span className="tabular-nums">{ratioText(ratio)}</span>, needs {ratioText(needed)}
          </span>
        </li>
      ))}
    </ul>
  )
}
