export type Tone = 'success' | 'warning' | 'danger' | 'off' | 'neutral'
