import { nextTick, watch } from 'vue';
import { useData, useRoute, type Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme';

/** Draws the diagrams of the open page. Mermaid is large: only pages with a diagram load it. */
async function drawDiagrams(isDark: boolean): Promise<void> {
  const diagrams = document.querySelectorAll<HTMLElement>('pre.mermaid');
  if (diagrams.length === 0) return;
  const { default: mermaid } = await import('mermaid');
  mermaid.initialize({ startOnLoad: false, theme: isDark ? 'dark' : 'neutral' });
  for (const diagram of diagrams) {
    diagram.dataset['source'] ??= diagram.textContent;
    diagram.textContent = diagram.dataset['source'] ?? '';
    delete diagram.dataset['processed'];
  }
  await mermaid.run({ nodes: diagrams });
}

export default {
  extends: DefaultTheme,
  setup() {
    const route = useRoute();
    const { isDark } = useData();
    if (import.meta.env.SSR) return;
    const draw = () => nextTick(() => drawDiagrams(isDark.value));
    watch([() => route.path, isDark], draw, { immediate: true, flush: 'post' });
  },
} satisfies Theme;
