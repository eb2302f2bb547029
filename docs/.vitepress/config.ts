import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { defineConfig, type DefaultTheme } from 'vitepress';

// The pages of docs/ as a static site. Its order is that of docs/README.md and decisions/README.md.

const REPOSITORY = 'https://github.com/brisk-links/brisk';

/** The parts and pages that an index lists. */
function readParts(index: string): DefaultTheme.SidebarItem[] {
  const text = readFileSync(new URL(`../${index}`, import.meta.url), 'utf8');
  return text.split(/^## /m).flatMap((part) => {
    const items = [...part.matchAll(/^\d+\. \[(.+?)\]\((.+?)\)/gm)].map(([, title, path]) => ({
      text: title!,
      link: toLink(posix.join(posix.dirname(index), path!)),
    }));
    return items.length === 0 ? [] : [{ text: part.split('\n')[0]!.replace('# ', ''), items }];
  });
}

/** A page outside of docs/ is read in the repository. */
function toLink(path: string): string {
  const page = path.replace(/README\.md$/, '').replace(/\.md$/, '');
  return path.startsWith('..') ? `${REPOSITORY}/blob/main/${path.slice(3)}` : `/${page}`;
}

export default defineConfig({
  title: 'Brisk',
  description: 'Short links that people host themselves',
  outDir: '../build/docs',
  cacheDir: '../build/docs-cache',
  rewrites: { 'README.md': 'index.md', 'decisions/README.md': 'decisions/index.md' },
  cleanUrls: true,
  lastUpdated: true,
  markdown: {
    html: false,
    config: (markdown) => {
      const fence = markdown.renderer.rules.fence!;
      markdown.renderer.rules.fence = (tokens, at, options, env, renderer) =>
        tokens[at]!.info === 'mermaid'
          ? `<pre class="mermaid" v-pre>${markdown.utils.escapeHtml(tokens[at]!.content)}</pre>`
          : fence(tokens, at, options, env, renderer);
      markdown.core.ruler.push('repository-links', ({ tokens, env }) => {
        const folder = posix.dirname((env as { relativePath: string }).relativePath);
        for (const token of tokens.flatMap(({ children }) => children ?? [])) {
          const path = posix.join(folder, token.attrGet('href') ?? '.');
          if (path.startsWith('..'))
            token.attrSet('href', `${REPOSITORY}/blob/main/${path.slice(3)}`);
        }
      });
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    sidebar: {
      '/decisions/': readParts('decisions/README.md'),
      '/': readParts('README.md'),
    },
    outline: [2, 3],
    socialLinks: [{ icon: 'github', link: REPOSITORY }],
    editLink: { pattern: `${REPOSITORY}/edit/main/docs/:path` },
  },
});
