import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react'
import styles from './Toasts.module.css'

const Context = createContext<(text: string) => void>(() => {})
const SHOWN_MS = 3_500

export const useToast = () => useContext(Context)

/**
 * Short messages about what was just done. Screen readers announce them, and they disappear on their own, so nothing
 * that must be read belongs here.
 */
export function Toasts({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<readonly { id: number; text: string }[]>([])
  const nextId = useRef(0)
  const show = useCallback((text: string) => {
    const id = nextId.current++
    setShown((before) => [...before.slice(-2), { id, text }])
    setTimeout(() => setShown((before) => before.filter((each) => each.id !== id)), SHOWN_MS)
  }, [])
  return (
    <Context value={show}>
      {children}
      <div className={styles.toasts} role="status" aria-live="polite">
        {shown.map(({ id, text }) => (
          <div key={id} className={styles.toast}>
            {text}
          </div>
        ))}
      </div>
    </Context>
  )
}
