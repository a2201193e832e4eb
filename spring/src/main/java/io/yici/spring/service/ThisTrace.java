package io.yici.spring.service;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.asm.Handle;
import org.springframework.asm.Label;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.Opcodes;
import org.springframework.asm.SpringAsmInfo;
import org.springframework.asm.Type;

/**
 * Walks through the code of an instance method and tells which calls have {@code this} as their receiver, by following
 * which slots of the operand stack hold it. The stack is the same on all ways to a label (JVMS §4.10.1), so one pass
 * from top to bottom is enough.
 */
abstract class ThisTrace extends MethodVisitor {
    /** How many slots an instruction without operands takes off the stack, by opcode: NOP (0) to MONITOREXIT (195). */
    private static final String TAKES = "0000000000000000000000000000000000000000000000222222220000000000000000"
            + "0000000003434333312123234224242424242424242424121223232324242401112221"
            + "11222111422440000000000000000000121210000000000000110011";

    /** How many slots it puts there. */
    private static final String PUTS = "0111111112211122000000000000000000000000000000121211110000000000000000"
            + "0000000000000000000234456212121212121212121212121212121212121202121121"
            + "22121111111110000000000000000000000000000000000000100000";

    /** What is known of the stack: how many slots are used, and which of them hold {@code this}. */
    private record Stack(int height, BitSet holdsThis) {
        private static Stack of(int height) {
            return new Stack(height, new BitSet());
        }
    }

    private final Map<Label, Stack> atLabel = new HashMap<>();
    private BitSet holdsThis = new BitSet();
    private int height;
    private int highest;
    private boolean reachable = true;

    ThisTrace() {
        super(SpringAsmInfo.ASM_VERSION);
    }

    /** A method was called on {@code this}. */
    abstract void calledOnThis(String owner, String name, String descriptor);

    /** A method reference was made with {@code this} as its receiver. */
    abstract void boundToThis(Handle method);

    private void change(int takes, int puts) {
        height = Math.max(0, height - takes);
        holdsThis.clear(height, Math.max(height, holdsThis.length()));
        height += puts;
        highest = Math.max(highest, height);
    }

    /** The most slots that were used at one time, up to here. */
    int highest() {
        return highest;
    }

    private boolean isThis(int slot) {
        return slot >= 0 && holdsThis.get(slot);
    }

    private void goesTo(Label label) {
        atLabel.putIfAbsent(label, new Stack(height, (BitSet) holdsThis.clone()));
    }

    private void endsHere() {
        reachable = false;
    }

    @Override
    public void visitTryCatchBlock(Label start, Label end, Label handler, @Nullable String type) {
        atLabel.put(handler, Stack.of(1));
    }

    @Override
    public void visitLabel(Label label) {
        if (!reachable) {
            Stack known = atLabel.getOrDefault(label, Stack.of(0));
            height = known.height();
            highest = Math.max(highest, height);
            holdsThis = (BitSet) known.holdsThis().clone();
            reachable = true;
        }
    }

    @Override
    public void visitInsn(int opcode) {
        boolean copiesThis = opcode == Opcodes.DUP && isThis(height - 1);
        change(TAKES.charAt(opcode) - '0', PUTS.charAt(opcode) - '0');
        if (copiesThis) {
            holdsThis.set(height - 2, height);
        }
        if (opcode == Opcodes.ATHROW || (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN)) {
            endsHere();
        }
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
        change(opcode == Opcodes.NEWARRAY ? 1 : 0, 1);
    }

    @Override
    public void visitVarInsn(int opcode, int variable) {
        boolean isWide = opcode == Opcodes.LLOAD
                || opcode == Opcodes.DLOAD
                || opcode == Opcodes.LSTORE
                || opcode == Opcodes.DSTORE;
        int size = isWide ? 2 : 1;
        if (opcode >= Opcodes.ILOAD && opcode <= Opcodes.ALOAD) {
            change(0, size);
            holdsThis.set(height - 1, opcode == Opcodes.ALOAD && variable == 0);
        } else if (opcode >= Opcodes.ISTORE && opcode <= Opcodes.ASTORE) {
            change(size, 0);
        }
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
        if (opcode == Opcodes.NEW) {
            change(0, 1);
        } else if (opcode != Opcodes.CHECKCAST) {
            change(1, 1);
        }
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
        int size = Type.getType(descriptor).getSize();
        switch (opcode) {
            case Opcodes.GETSTATIC -> change(0, size);
            case Opcodes.PUTSTATIC -> change(size, 0);
            case Opcodes.GETFIELD -> change(1, size);
            default -> change(1 + size, 0);
        }
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
        int sizes = Type.getArgumentsAndReturnSizes(descriptor);
        int takes = opcode == Opcodes.INVOKESTATIC ? (sizes >> 2) - 1 : sizes >> 2;
        if (opcode != Opcodes.INVOKESTATIC && isThis(height - takes)) {
            calledOnThis(owner, name, descriptor);
        }
        change(takes, sizes & 3);
    }

    @Override
    public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
        int sizes = Type.getArgumentsAndReturnSizes(descriptor);
        int takes = (sizes >> 2) - 1;
        if (takes > 0 && isThis(height - takes)) {
            for (Object argument : arguments) {
                if (argument instanceof Handle handle && handle.getTag() != Opcodes.H_INVOKESTATIC) {
                    boundToThis(handle);
                }
            }
        }
        change(takes, sizes & 3);
    }

    @Override
    public void visitJumpInsn(int opcode, Label label) {
        boolean comparesTwo = opcode >= Opcodes.IF_ICMPEQ && opcode <= Opcodes.IF_ACMPNE;
        change(opcode == Opcodes.GOTO ? 0 : comparesTwo ? 2 : 1, 0);
        goesTo(label);
        if (opcode == Opcodes.GOTO) {
            endsHere();
        }
    }

    @Override
    public void visitTableSwitchInsn(int min, int max, Label otherwise, Label... labels) {
        visitSwitch(otherwise, labels);
    }

    @Override
    public void visitLookupSwitchInsn(Label otherwise, int[] keys, Label[] labels) {
        visitSwitch(otherwise, labels);
    }

    private void visitSwitch(Label otherwise, Label[] labels) {
        change(1, 0);
        goesTo(otherwise);
        for (Label label : labels) {
            goesTo(label);
        }
        endsHere();
    }

    @Override
    public void visitLdcInsn(Object value) {
        change(0, value instanceof Long || value instanceof Double ? 2 : 1);
    }

    @Override
    public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
        change(dimensions, 1);
    }
}
