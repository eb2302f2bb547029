export const projectName = 'Brisk';
export const repositoryUrl = 'https://github.com/brisk-links/brisk';
export const helpUrl = `${repositoryUrl}#readme`;
