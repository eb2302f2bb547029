import { Box, Button } from '@mantine/core';
import { Dropzone, type DropzoneProps } from '@mantine/dropzone';
import '@mantine/dropzone/styles.css';
import { IconUpload } from '@tabler/icons-react';
import { t, type TextKey } from '../language.ts';
import { hideFaults, toast } from '../toast.tsx';

interface FilePickerProps extends Pick<DropzoneProps, 'className' | 'accept' | 'openRef'> {
  readonly isBusy?: boolean;
  readonly title: string;
  readonly help: string;
  readonly button: string;
  /** Why the page refuses the first of some files; null: it takes it. */
  readonly findFault: (file: File, count: number) => TextKey | null;
  readonly onPick: (file: File) => void;
  readonly onRefuse?: (fault: TextKey) => void;
}

/** Takes one file by drop or by choice. Explains why it refuses any other. */
export function FilePicker(props: FilePickerProps) {
  const { className = '', isBusy = false, title, help, button, ...rest } = props;
  const { findFault, onPick, onRefuse, ...zone } = rest;
  const pick = (files: readonly File[]) => {
    const [file] = files;
    if (file === undefined) return;
    const fault = findFault(file, files.length);
    if (fault === null) {
      hideFaults();
      onPick(file);
    } else {
      toast('error', t(fault));
      onRefuse?.(fault);
    }
  };
  return (
    <Dropzone
      {...zone}
      className={`migration-drop ${className}`}
      disabled={isBusy}
      activateOnKeyboard={false}
      enablePointerEvents
      inputProps={{ 'aria-hidden': true, multiple: false }}
      onDropAny={(accepted, refused) => pick([...accepted, ...refused.map(({ file }) => file)])}
      onDrop={() => undefined}
    >
      <IconUpload size={28} aria-hidden />
      <Box component="p" c="var(--brisk-ink)" fw={600} mt="0.5rem">
        {title}
      </Box>
      <Box component="p" fz="xs">
        {help}
      </Box>
      {/* The click bubbles to the drop area, which opens the file dialog. */}
      <Button variant="default" size="xs" mt="md" disabled={isBusy}>
        {button}
      </Button>
    </Dropzone>
  );
}
