import { useCallback, useState } from 'react'

/** The width of an element in pixels, and the ref that measures it. */
export function useWidth(initial: number): readonly [number, (element: Element | null) => (() => void) | undefined] {
  const [width, setWidth] = useState(initial)
  const measure = useCallback((element: Element | null) => {
    if (!element) return undefined
    const observer = new ResizeObserver(([entry]) => {
      const measured = Math.round(entry?.contentRect.width ?? 0)
      if (measured > 0) setWidth(measured)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [width, measure]
}
