import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'
import { Field } from './field.tsx'

/** Settings, one to a line: what it is called, what it is set to, and what stands there now. Stacks where it is narrow. */
export const SettingsTable = ({ children }: { children: ReactNode }) => (
  <div className="settings-table">
    {/* For eyes alone: each line says to others what is what. */}
    <p aria-hidden className="setting-titles">
      <span>Setting</span>
      <span>Value</span>
      <span>Now</span>
    </p>
    {children}
  </div>
)

interface SettingRowProps extends ComponentProps<typeof Field> {
  /** What stands there until another value is saved; '' when nothing does. */
  now?: ReactNode
}

/** A line of the table; outside of one a field like any other. */
export const SettingRow = ({ now, className, children, ...field }: SettingRowProps) => (
  <Field {...field} className={cx('setting-row', className)}>
    {children}
    {now !== undefined && (
      <p data-now>
        <span>Now: </span>
        {now === '' ? 'not set yet' : now}
      </p>
    )}
  </Field>
)
