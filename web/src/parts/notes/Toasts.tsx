import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react'
import styles from './Toasts.module.css'

/** Something that the person can do about the message, such as undoing what it reports. */
export interface ToastAction {
  readonly label: string
  readonly run: () => void
}

interface Toast {
  readonly id: number
  readonly text: string
  readonly action: ToastAction | undefined
}

const Context = createContext<(text: string, action?: ToastAction) => void>(() => {})
const SHOWN_MS = 3_500
/** Long enough to be reached by keyboard. */
const ACTION_SHOWN_MS = 12_000

export const useToast = () => useContext(Context)

/**
 * Short messages about what was just done. Screen readers announce them, and they disappear on their own, so nothing
 * that must be read belongs here, and an action must be possible elsewhere too.
 */
export function Toasts({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<readonly Toast[]>([])
  const nextId = useRef(0)
  const hide = useCallback((id: number) => setShown((before) => before.filter((each) => each.id !== id)), [])
  const show = useCallback(
    (text: string, action?: ToastAction) => {
      const id = nextId.current++
      setShown((before) => [...before.slice(-2), { id, text, action }])
      setTimeout(() => hide(id), action ? ACTION_SHOWN_MS : SHOWN_MS)
    },
    [hide],
  )
  const act = (id: number, { run }: ToastAction) => {
    hide(id)
    run()
  }
  return (
    <Context value={show}>
      {children}
      <div className={styles.toasts} role="status" aria-live="polite">
        {shown.map(({ id, text, action }) => (
          <div key={id} className={styles.toast}>
            {text}
            {action && (
              <button type="button" className={styles.action} onClick={() => act(id, action)}>
                {action.label}
              </button>
            )}
          </div>
        ))}
      </div>
    </Context>
  )
}
